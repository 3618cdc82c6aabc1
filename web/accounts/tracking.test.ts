import { expect, test } from 'vitest';

import { mayJoin, trackingIn } from './tracking.ts';

const inQuery = (query: string) => trackingIn((name) => new URLSearchParams(query).get(name));

test('the query says where a visitor came from, and nothing else is taken from it', () => {
  expect(inQuery('network=ads&ref=7&sub1=a&sub2=b&sub3=c&email=x')).toEqual({
    network: 'ads',
    ref: '7',
    sub1: 'a',
    sub2: 'b',
    sub3: 'c',
  });
  expect(inQuery('ref=%20&next=/chats')).toBeUndefined();
  expect(inQuery(`ref=${'x'.repeat(300)}`)?.ref).toHaveLength(200);
});

test('who may join depends on the site and on where they came from', () => {
  expect(mayJoin('all', undefined)).toBe(true);
  expect(mayJoin('with_trafficsource', undefined)).toBe(false);
  expect(mayJoin('with_trafficsource', { sub1: 'a' })).toBe(false);
  expect(mayJoin('with_trafficsource', { ref: '7' })).toBe(true);
  expect(mayJoin('invite_only', { ref: '7' })).toBe(false);
});
