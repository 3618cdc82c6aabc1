import { expect, it } from 'vitest';

import { safeNext } from './page.ts';

it('a path of this site is followed, and any other target is replaced', () => {
  const own = ['/members', '/chats/4f0?from=mail&page=2', '/search?near=Berlin%2C%20Mitte'];
  const foreign = [
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
  ];
  expect(own.map((next) => safeNext(next, '/home'))).toEqual(own);
  expect(foreign.filter((next) => safeNext(next, '/home') !== '/home')).toEqual([]);
});
