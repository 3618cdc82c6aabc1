import { describe, expect, it } from 'vitest';

import {
  arrivals,
  askAfterLiveMs,
  askEveryMs,
  readDelay,
  firstAskMs,
  isStillNew,
  waitMs,
  withoutDelay,
} from './announcement-rules.ts';

const query = (text: string): URLSearchParams => new URLSearchParams(text);

describe('the delay in the address', () => {
  it('is in seconds', () => {
    expect(readDelay(query('t=3'))).toBe(3_000);
    expect(readDelay(query('t=0'))).toBe(0);
  });
  it('is null if it is missing or not a small whole number', () => {
    for (const text of ['', 't=', 't=-1', 't=1e3', 't=soon', 't=99999']) expect(readDelay(query(text))).toBeNull();
  });
  it('is removed without changing the rest of the address', () => {
    expect(withoutDelay(query('gender=female&t=5&online=1'))).toBe('gender=female&online=1');
  });
});

describe('asking for a like that was not announced', () => {
  it('waits some seconds after the member has arrived', () => {
    expect(waitMs(1_000, null, false)).toBe(firstAskMs);
  });
  it('happens at most once a minute', () => {
    expect(waitMs(10_000, 10_000, false)).toBe(askEveryMs);
    expect(waitMs(10_000 + askEveryMs + 1, 10_000, false)).toBe(0);
  });
  it('happens at once for a like that just came, with a short pause between two', () => {
    expect(waitMs(1_000, null, true)).toBe(0);
    expect(waitMs(12_000, 10_000, true)).toBe(askAfterLiveMs - 2_000);
  });
});

describe('likes that just came', () => {
  it('are none on the first load, even if likes are already waiting', () => {
    expect(arrivals(null, [{ id: 'a', like_new: true }])).toEqual([]);
  });
  it('are the new ones that were not there before', () => {
    const likes = [
      { id: 'a', like_new: true },
      { id: 'b', like_new: true },
      { id: 'c', like_new: false },
    ];
    expect(arrivals(new Set(['a']), likes)).toEqual(['b']);
  });
});

describe('a like that waits to be announced', () => {
  const likes = {
    liked_by: [
      { id: 'new', like_new: true, liked: false },
      { id: 'seen', like_new: false, liked: false },
      { id: 'returned', like_new: true, liked: true },
    ],
    new: ['further down'],
  };
  it('is still announced while it is new and not returned', () => {
    expect(['new', 'further down'].map((id) => isStillNew(likes, id))).toEqual([true, true]);
  });
  it('is no longer announced once it was seen, returned or taken back', () => {
    expect(['seen', 'returned', 'gone'].map((id) => isStillNew(likes, id))).toEqual([false, false, false]);
  });
  it('is announced if the lists are not known', () => {
    expect(isStillNew(undefined, 'new')).toBe(true);
  });
});
