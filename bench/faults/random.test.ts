import { expect, it } from 'vitest';

import { randomFrom } from './random.ts';

it('gives the same values for the same seed, and different ones for a different seed', () => {
  const draw = (seed: string): unknown[] => {
    const random = randomFrom(seed);
    return [random.next(), random.uuid(), random.between(1, 1_000_000), random.fork('a').uuid()];
  };
  expect(draw('7')).toEqual(draw('7'));
  expect(new Set([...draw('7'), ...draw('8')]).size).toBe(8);
});

it('gives a fork the same values no matter how much was drawn before', () => {
  const [one, other] = [randomFrom('7'), randomFrom('7')];
  other.next();
  expect(one.fork('b').uuid()).toBe(other.fork('b').uuid());
});

it('reaches both ends of a range and nothing beyond', () => {
  const random = randomFrom('dice');
  const rolled = new Set(Array.from({ length: 500 }, () => random.between(1, 6)));
  expect([...rolled].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});
