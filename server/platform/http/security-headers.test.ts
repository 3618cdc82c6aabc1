import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { pagesAreBuilt, pagesFolder } from '../../../tests/support/pages.ts';
import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';

describe('the headers of an answer', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp(pagesAreBuilt ? { pages: pagesFolder } : {});
  });
  afterAll(() => test.close());

  const headersOf = async (url: string) =>
    (await test.app.server.inject({ url, headers: { host: 'localhost' } })).headers;

  it('reveal at most the origin to other sites (WEB-03)', async () => {
    for (const url of ['/', '/reset-password', '/api/settings.php'])
      expect((await headersOf(url))['referrer-policy']).toBe('strict-origin');
  });

  // Which page has which of them is tested with the route table (`tests/routes.test.ts`).
  it.runIf(pagesAreBuilt)('include those of rendered pages (PII-04, PII-05)', async () => {
    expect((await headersOf('/Members/X?page=2'))['x-robots-tag']).toBe('noindex, nofollow');
    expect((await headersOf('/ACTIVATE/done?token=t'))['referrer-policy']).toBe('no-referrer');
    for (const url of ['/terms', '/nowhere/at/all']) expect((await headersOf(url))['x-robots-tag']).toBeUndefined();
  });
});
