import { describe, expect, it } from 'vitest';

import { reconnectDelayMs } from './live-socket.ts';

describe('the wait before the next try', () => {
  it('doubles up to half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map((attempt) => reconnectDelayMs(attempt, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });

  it('is spread over half of its length, so that not everybody comes back at once', () => {
    expect(reconnectDelayMs(3, 0)).toBe(4_000);
    expect(reconnectDelayMs(3, 0.5)).toBe(6_000);
  });
});
