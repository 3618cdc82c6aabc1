import { expect, it } from 'vitest';

import { suggestEmail } from './suggest-email.ts';

it.each([
  ['wk@gmial.con', 'wk@gmail.com'],
  ['wk@gmial.com', 'wk@gmail.com'],
  ['wk@hotmial.con', 'wk@hotmail.com'],
  ['wk@example.con', 'wk@example.com'],
  ['wk@gmail.com', undefined],
  ['wk@example.co', undefined],
])('suggests for %s %s', async (typed, meant) => {
  expect(await suggestEmail(typed)).toBe(meant);
});
