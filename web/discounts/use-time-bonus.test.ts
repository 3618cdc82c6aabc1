import { expect, it } from 'vitest';

import { formatCountdown, secondsLeft } from './use-time-bonus.tsx';

it('the countdown shows hours, minutes and seconds, to the end and not beyond', () => {
  expect([14_400, 14_399, 3_599, 61, 0].map(formatCountdown)).toEqual([
    '04:00:00',
    '03:59:59',
    '00:59:59',
    '00:01:01',
    '00:00:00',
  ]);
  const end = Date.parse('2026-11-22T12:00:00Z');
  const left = [15_000, 14_001, 14_000, 1, 0, -5_000].map((ms) => secondsLeft(end, end - ms));
  expect(left).toEqual([15, 15, 14, 1, 0, 0]);
});
