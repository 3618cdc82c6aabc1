import { expect, it } from 'vitest';

import { safeNext } from './page.ts';

it.each(['/members', '/chats/4f0?from=mail&page=2', '/search?near=Berlin%2C%20Mitte'])(
  'a path of this site is followed: %s',
  (next) => {
    expect(safeNext(next, '/')).toBe(next);
  },
);

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  // Browsers turn these into a path with two leading slashes, which is another host wherever it is used again.
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/members/..//evil.example',
  'javascript:alert(1)',
  'members',
  '',
])('a target that is not a path of this site is replaced: %j', (next) => {
  expect(safeNext(next, '/')).toBe('/');
});
