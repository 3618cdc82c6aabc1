import { describe, expect, it } from 'vitest';

import { pushKinds } from '../../../contract/notifications/notification-rules.ts';
import { hourMs } from '../../platform/clock.ts';
import { nextTryAt, topics, triesMax, ttlSeconds } from './rules.ts';

const now = new Date('2026-11-23T10:00:00Z');

describe('the retries of a push', () => {
  it('end after five attempts, and are never scheduled more than six hours ahead', () => {
    expect(triesMax).toBe(5);
    expect([1, 2, 3, 4, 5, 6].filter((tries) => nextTryAt(tries, null, now))).toEqual([1, 2, 3, 4]);
    expect(nextTryAt(1, 6 * 3_600, now)?.getTime()).toBe(now.getTime() + 6 * hourMs);
    expect(nextTryAt(1, 6 * 3_600 + 1, now)).toBeNull();
  });
});

it('a push is kept for four hours, and never into the quiet hours', () => {
  expect(ttlSeconds('Europe/Amsterdam', now)).toBe(4 * 3_600);
  expect(ttlSeconds('Europe/Amsterdam', new Date('2026-11-23T20:59:00Z'))).toBe(60);
});

it('push kinds have distinct topics that push services accept (RFC 8030, section 5.4)', () => {
  const all = pushKinds.map((kind) => topics[kind]);
  expect(new Set(all).size).toBe(pushKinds.length);
  for (const topic of all) expect(topic).toMatch(/^[\w-]{1,32}$/);
});
