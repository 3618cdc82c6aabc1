import { afterEach, expect, it } from 'vitest';

import { ana, ben } from '../../tests/support/cached-answers.ts';
import { forgetMatch, noteMatch, readMatch, subscribeMatches, takeMatch } from './matches.ts';

afterEach(() => forgetMatch());

it('announces a match once, even if both an answer and an event report it', () => {
  noteMatch(ana);
  expect(readMatch()).toBe(ana);
  takeMatch(ana.id);
  noteMatch(ana);
  expect(readMatch()).toBeNull();
});

it('announces a match again if it ended and was made again', () => {
  noteMatch(ana);
  takeMatch(ana.id);
  forgetMatch(ana.id);
  noteMatch(ana);
  expect(readMatch()).toBe(ana);
});

it('keeps simultaneous matches in order, and drops one that ends before it is announced', () => {
  let heard = 0;
  const stop = subscribeMatches(() => (heard += 1));
  noteMatch(ana);
  noteMatch(ben);
  forgetMatch(ana.id);
  expect([readMatch(), heard]).toEqual([ben, 3]);
  stop();
  forgetMatch();
  expect([readMatch(), heard]).toEqual([null, 3]);
});
