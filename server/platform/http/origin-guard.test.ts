import { expect, test } from 'vitest';

import { comesFromOurselves, mayHaveEffect } from './origin-guard.ts';

const host = 'tealight.example';

test('a request of our own pages may change something', () => {
  expect(comesFromOurselves({ origin: 'https://tealight.example', 'sec-fetch-site': 'same-origin' }, host)).toBe(true);
  expect(comesFromOurselves({ origin: 'https://tealight.example' }, host)).toBe(true);
});

test('a form of a page without referrer comes with an opaque origin and is ours when the browser says so', () => {
  expect(comesFromOurselves({ origin: 'null', 'sec-fetch-site': 'same-origin' }, host)).toBe(true);
  expect(comesFromOurselves({ origin: 'null' }, host)).toBe(false);
  expect(comesFromOurselves({ origin: 'null', 'sec-fetch-site': 'none' }, host)).toBe(false);
});

test('a foreign page may change nothing', () => {
  expect(comesFromOurselves({ origin: 'https://elsewhere.example' }, host)).toBe(false);
  expect(comesFromOurselves({ origin: 'null', 'sec-fetch-site': 'cross-site' }, host)).toBe(false);
  expect(comesFromOurselves({ 'sec-fetch-site': 'same-site' }, host)).toBe(false);
});

test('a GET that changes something runs for our scripts and for programs, never for a navigation', () => {
  const page = 'text/html,application/xhtml+xml';
  expect(mayHaveEffect({ 'sec-fetch-site': 'same-origin', 'x-client-type': 'web' }, host)).toBe(true);
  expect(mayHaveEffect({ accept: page, 'x-client-type': 'app' }, host)).toBe(true);
  expect(mayHaveEffect({ accept: '*/*' }, host)).toBe(true);
  expect(mayHaveEffect({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, host)).toBe(false);
  expect(mayHaveEffect({ accept: page }, host)).toBe(false);
  expect(mayHaveEffect({ 'sec-fetch-site': 'cross-site', 'x-client-type': 'web' }, host)).toBe(false);
});
