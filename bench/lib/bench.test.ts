import { describe, expect, it } from 'vitest';

import { type Figure, lines, percentile, goalReached, short } from './bench.ts';

const rate: Figure = { name: 'sends', value: 600, unit: '/s', limit: { name: 'pg alone', value: 1_000 } };

describe('a figure', () => {
  it('is judged by its ratio to the limit, or by its value if it has no limit', () => {
    expect(goalReached({ ...rate, goal: { atLeast: 0.6 } })).toBe(true);
    expect(goalReached({ ...rate, goal: { atLeast: 0.61 } })).toBe(false);
    expect(goalReached({ name: 'p99', value: 61, unit: 'ms', goal: { atMost: 60 } })).toBe(false);
    expect(goalReached(rate)).toBe(true);
  });

  it('is printed with its limit and its goal', () => {
    expect(lines({ figures: [{ ...rate, goal: { atLeast: 0.7 } }], notes: ['64 in flight'] })).toEqual([
      '✗ sends: 600 /s  0.6 × pg alone (1,000 /s)  goal ≥ 0.7',
      '  64 in flight',
    ]);
    expect(short(12_345.6)).toBe('12,346');
    expect(short(0.123_45)).toBe('0.123');
  });

  it('can be a percentile of samples in any order', () => {
    const samples = Array.from({ length: 100 }, (_, index) => (index * 37) % 100);
    expect(percentile(samples, 0.95)).toBe(95);
    expect(percentile([7], 0.99)).toBe(7);
  });
});
