import { expect, it } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import {
  arrivals,
  askAfterLiveMs,
  askEveryMs,
  readDelay,
  firstAskMs,
  isStillNew,
  waitMs,
  withoutDelay,
} from './new-like.tsx';

const query = (text: string): URLSearchParams => new URLSearchParams(text);

it('the delay in the address is a small whole number of seconds, and is removed from it', () => {
  expect(['t=3', 't=0'].map((text) => readDelay(query(text)))).toEqual([3_000, 0]);
  for (const text of ['', 't=', 't=-1', 't=1e3', 't=soon', 't=99999']) expect(readDelay(query(text))).toBeNull();
  expect(withoutDelay(query('gender=female&t=5&online=1'))).toBe('gender=female&online=1');
});

it('asks for a like that was not announced some seconds after arrival, then at most once a minute', () => {
  expect(waitMs(1_000, null, false)).toBe(firstAskMs);
  expect(waitMs(10_000, 10_000, false)).toBe(askEveryMs);
  expect(waitMs(10_000 + askEveryMs + 1, 10_000, false)).toBe(0);
});

it('asks at once for a like that just came, with a short pause between two', () => {
  expect(waitMs(1_000, null, true)).toBe(0);
  expect(waitMs(12_000, 10_000, true)).toBe(askAfterLiveMs - 2_000);
});

it('takes the new likes that were not there before as just come, and none on the first load', () => {
  const likes = ['a', 'b', 'c'].map((id) => ({ id: toId<MemberId>(id), like_new: id !== 'c' }));
  expect(arrivals(null, likes)).toEqual([]);
  expect(arrivals(new Set(['a']), likes)).toEqual(['b']);
});

it('still announces a like until it was seen, returned or taken back', () => {
  const liked_by = [
    { id: toId<MemberId>('new'), like_new: true, liked: false },
    { id: toId<MemberId>('seen'), like_new: false, liked: false },
    { id: toId<MemberId>('returned'), like_new: true, liked: true },
  ];
  const lists = { liked_by, new: [toId<MemberId>('further down')] };
  const ids = ['new', 'further down', 'seen', 'returned', 'gone'].map(toId<MemberId>);
  expect(ids.filter((id) => isStillNew(lists, id))).toEqual(['new', 'further down']);
  expect(isStillNew(undefined, toId('new'))).toBe(true);
});
