import { expect, it } from 'vitest';

import { dismissedIn } from '../../contract/accounts/dismissed.ts';

it('the dismissed alerts of a cookie, by which pages are cached, have one order and no unknown names', () => {
  expect(dismissedIn('demo:3.install:4.demo:5.made-up:1')).toEqual(dismissedIn('install:1.demo:2'));
  expect(dismissedIn('install:1.demo:2')).toEqual(['install', 'demo']);
  expect(dismissedIn(undefined)).toEqual([]);
});
