import { describe, expect, it } from 'vitest';

import { formatCountdown, secondsLeft } from './countdown.ts';

describe('the countdown', () => {
  it.each([
    [14_400, '04:00:00'],
    [14_399, '03:59:59'],
    [3_599, '00:59:59'],
    [61, '00:01:01'],
    [0, '00:00:00'],
  ])('shows %i seconds as %s', (seconds, clock) => {
    expect(formatCountdown(seconds)).toBe(clock);
  });

  it('counts down to the end and not beyond', () => {
    const end = Date.parse('2026-11-22T12:00:00Z');
    expect([15_000, 14_001, 14_000, 1, 0, -5_000].map((left) => secondsLeft(end, end - left))).toEqual([
      15, 15, 14, 1, 0, 0,
    ]);
  });
});
