import { describe, expect, it } from 'vitest';

import { reconnectDelayMs, reconnectSpreadMs } from './reconnect.ts';

describe('the delay before the next attempt', () => {
  it('doubles up to half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map((attempt) => reconnectDelayMs(attempt, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });

  it('is random within its upper half, so that clients do not all reconnect at once', () => {
    expect(reconnectDelayMs(3, 0)).toBe(4_000);
    expect(reconnectDelayMs(3, 0.5)).toBe(6_000);
  });
});

describe('reconnecting after a node stopped (FLT-15)', () => {
  it.each([
    [1012, '40', 40_000],
    [1012, '0', 0],
    [1012, '', 0],
    [1012, 'Service Restart', 0],
    [1012, '-5', 0],
    [1012, '1e9', 60_000],
    [1006, '40', 0],
  ])('closed with %i and the reason "%s" is spread over %i ms', (code, reason, ms) => {
    expect(reconnectSpreadMs(code, reason)).toBe(ms);
  });
});
