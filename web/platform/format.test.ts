import { expect, it } from 'vitest';

import { formatIn } from './format.ts';

it('a day is shown in words, as a weekday or as a date, and a future day never as today', () => {
  const now = new Date(2026, 10, 28, 12);
  const daysAgo = (days: number): string => formatIn('en').relativeDay(new Date(2026, 10, 28 - days, 23, 59), now);
  expect([0, 1, 2, 6, 7].map(daysAgo)).toEqual(['today', 'yesterday', 'Thursday', 'Sunday', '21 Nov']);
  const ahead = [-1, -2, -3].map(daysAgo);
  expect(new Set(ahead).size).toBe(3);
  expect(ahead).not.toContain('today');
});
