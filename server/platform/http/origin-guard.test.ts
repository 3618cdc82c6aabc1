import { expect, test } from 'vitest';

import { comesFromOurselves, mayHaveEffect } from './origin-guard.ts';

const own = 'https://tealight.example';

test('a request from our own pages may change something', () => {
  expect(comesFromOurselves({ origin: 'https://tealight.example', 'sec-fetch-site': 'same-origin' }, own)).toBe(true);
  expect(comesFromOurselves({ origin: 'https://tealight.example' }, own)).toBe(true);
});

test('a request with an opaque origin is ours only if the browser calls it same-origin', () => {
  expect(comesFromOurselves({ origin: 'null', 'sec-fetch-site': 'same-origin' }, own)).toBe(true);
  expect(comesFromOurselves({ origin: 'null' }, own)).toBe(false);
  expect(comesFromOurselves({ origin: 'null', 'sec-fetch-site': 'none' }, own)).toBe(false);
});

test('a foreign page may change nothing', () => {
  expect(comesFromOurselves({ origin: 'https://elsewhere.example' }, own)).toBe(false);
  expect(comesFromOurselves({ origin: 'null', 'sec-fetch-site': 'cross-site' }, own)).toBe(false);
  expect(comesFromOurselves({ 'sec-fetch-site': 'same-site' }, own)).toBe(false);
});

test.each([
  'http://tealight.example',
  'https://tealight.example:8443',
  'https://user@tealight.example',
  'https://tealight.example/',
  'https://tealight.example@elsewhere.example',
  'ws://tealight.example',
])('another origin of the same host may change nothing: %s', (origin) => {
  expect(comesFromOurselves({ origin }, own)).toBe(false);
});

test('the default port of the scheme is ignored in the origin', () => {
  expect(comesFromOurselves({ origin: own }, `${own}:443`)).toBe(true);
  expect(comesFromOurselves({ origin: 'http://localhost:4600' }, 'http://localhost:4600')).toBe(true);
  expect(comesFromOurselves({ origin: 'http://localhost' }, 'http://localhost:4600')).toBe(false);
  expect(comesFromOurselves({ origin: own }, 'https://not a host')).toBe(false);
});

test('a GET that changes something runs for our scripts and for programs, never for a navigation', () => {
  const page = 'text/html,application/xhtml+xml';
  expect(mayHaveEffect({ 'sec-fetch-site': 'same-origin', 'x-client-type': 'web' }, own)).toBe(true);
  expect(mayHaveEffect({ accept: page, 'x-client-type': 'app' }, own)).toBe(true);
  expect(mayHaveEffect({ accept: '*/*' }, own)).toBe(true);
  expect(mayHaveEffect({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, own)).toBe(false);
  expect(mayHaveEffect({ accept: page }, own)).toBe(false);
  expect(mayHaveEffect({ 'sec-fetch-site': 'cross-site', 'x-client-type': 'web' }, own)).toBe(false);
});
