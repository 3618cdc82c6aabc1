import { expect, it } from 'vitest';

import { askAgainInMs, cardState, hasExpired, nextCardState } from './rules.ts';

const now = new Date('2026-11-30T23:59:00Z');

it.each([
  [null, false],
  ['2026-12', false],
  ['2026-11', false],
  ['2026-10', true],
  ['2025-12', true],
])('a card that is valid until %s has expired in November 2026: %s', (expires, expired) => {
  expect(hasExpired(expires, now)).toBe(expired);
});

it.each([
  ['valid', '2030-01', 'valid'],
  ['valid', '2020-01', 'expired'],
  ['pending', '2020-01', 'pending'],
  ['invalid', '2030-01', 'invalid'],
  ['revoking', '2030-01', 'invalid'],
] as const)('a card that is %s until %s is shown as %s', (state, expires, shown) => {
  expect(cardState({ state, expires }, now)).toBe(shown);
});

it('a card is invalid without its mandate, and pending with a pending mandate', () => {
  expect(nextCardState(undefined)).toBe('invalid');
  expect(nextCardState({ state: 'pending' })).toBe('pending');
});

it('a mandate is checked less and less often, and not after 30 days', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  expect([0, hour, day, 30 * day, 30 * day + 1].map(askAgainInMs)).toEqual([
    minute,
    hour / 2,
    6 * hour,
    6 * hour,
    undefined,
  ]);
});
