import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ErrorCode } from '../contract/errors.ts';
import { languages } from '../contract/languages.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestApp, type TestClient, createTestApp } from './support/test-app.ts';

/** Addresses that lead to nothing, and what is said there. */
const wrong = [
  ['/nowhere', 'request.not-found'],
  ['/credits/made-up', 'bundle.not-found'],
  ['/transactions/made-up', 'request.not-found'],
  [`/transactions/${randomUUID()}`, 'payment.not-found'],
  ['/likes/made-up', 'request.not-found'],
  ['/likes/m/made-up', 'request.not-found'],
  ['/members/made-up', 'request.not-found'],
  [`/members/${randomUUID()}`, 'profile.not-found'],
  ['/members/made-up/chat', 'request.not-found'],
  [`/members/${randomUUID()}/chat`, 'profile.not-found'],
  ['/chats/made-up', 'request.not-found'],
  [`/chats/${randomUUID()}`, 'chat.not-found'],
] as const satisfies readonly [string, ErrorCode][];

describe.skipIf(!pagesAreBuilt)('an address that leads to nothing', () => {
  let test: TestApp;
  let ada: TestClient;
  beforeAll(async () => {
    test = await createTestApp({ pages: pagesFolder });
    ada = await test.member();
  });
  afterAll(() => test.close());

  it.for(languages)('is told a member within the layout, with a status of 404, in %s', async (language) => {
    const say = test.context.sentences.in(language);
    ada.cookies.set('i18n_redirected', language);
    for (const [path, code] of wrong) {
      const { status, html } = await openPage(test, ada, path);
      const heading = /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]?.replaceAll('&#x27;', '’').replaceAll('&amp;', '&');
      expect([path, status, heading]).toEqual([path, 404, say(`errors.${code}`).replaceAll("'", '’')]);
      // On top and, on phones, under the thumb.
      expect([path, html.split(`<nav aria-label="${say('shell.navigation')}"`).length]).toEqual([path, 3]);
      expect(html.match(/<main\b/g)).toHaveLength(1);
    }
  });

  it('is told a visitor with the way to log in', async () => {
    const { status, html } = await openPage(test, test.client(), '/nowhere');
    expect(status).toBe(404);
    expect(html.includes('href="/login"')).toBe(true);
  });
});
