import { afterEach, expect, it } from 'vitest';

import { ana, ben } from '../../tests/support/cached-responses.ts';
import { forgetMatch, matches, queueMatch, removeMatch } from './matches.ts';

afterEach(() => forgetMatch());

const readMatch = () => matches.read()[0] ?? null;

it('announces a match once, even if both a response and an event report it', () => {
  queueMatch(ana);
  expect(readMatch()).toBe(ana);
  removeMatch(ana.id);
  queueMatch(ana);
  expect(readMatch()).toBeNull();
});

it('announces a match again if it ended and was made again', () => {
  queueMatch(ana);
  removeMatch(ana.id);
  forgetMatch(ana.id);
  queueMatch(ana);
  expect(readMatch()).toBe(ana);
});

it('keeps simultaneous matches in order, and drops one that ends before it is announced', () => {
  let heard = 0;
  const stop = matches.subscribe(() => (heard += 1));
  queueMatch(ana);
  queueMatch(ben);
  forgetMatch(ana.id);
  expect([readMatch(), heard]).toEqual([ben, 3]);
  stop();
  forgetMatch();
  expect([readMatch(), heard]).toEqual([null, 3]);
});
