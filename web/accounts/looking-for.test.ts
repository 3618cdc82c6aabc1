import { expect, test } from 'vitest';

import { sexualityOf } from './looking-for.ts';

test.each([
  ['female', 'male', 'hetero'],
  ['male', 'female', 'hetero'],
  ['female', 'female', 'lesbian'],
  ['male', 'male', 'gay'],
  ['female', 'both', 'bi'],
  ['male', 'both', 'bi'],
])('%s looking for %s is %s', (gender, lookingFor, sexuality) => {
  expect(sexualityOf(gender, lookingFor)).toBe(sexuality);
});

test('while one of both is open, or is no answer, nothing is said', () => {
  expect(sexualityOf(undefined, 'male')).toBeUndefined();
  expect(sexualityOf('male', undefined)).toBeUndefined();
  expect(sexualityOf('male', 'everybody')).toBeUndefined();
});
