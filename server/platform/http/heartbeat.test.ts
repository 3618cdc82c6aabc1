import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createHeartbeat } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a heartbeat', () => {
  it('calls each listener once per period, spread evenly, until it leaves or the heartbeat stops', () => {
    const heartbeat = createHeartbeat(30_000);
    const beats = Array.from({ length: 60 }, () => 0);
    const leave = beats.map((_, index) => heartbeat.join(() => (beats[index] = (beats[index] ?? 0) + 1)));
    vi.advanceTimersByTime(1_000);
    expect(beats.filter((count) => count === 1)).toHaveLength(2);
    vi.advanceTimersByTime(29_000);
    expect(beats).toEqual(beats.map(() => 1));
    leave[0]?.();
    vi.advanceTimersByTime(30_000);
    expect(beats).toEqual(beats.map((_, index) => (index === 0 ? 1 : 2)));
    heartbeat.stop();
    vi.advanceTimersByTime(60_000);
    expect(beats[1]).toBe(2);
  });
});
