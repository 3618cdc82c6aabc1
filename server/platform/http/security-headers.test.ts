import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';

describe('the headers of a path', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  const headersOf = async (url: string) =>
    (await test.app.server.inject({ url, headers: { host: 'localhost' } })).headers;

  it.each(['/members', '/members/x', '/Members/X?page=2', '/chats/x', '/transactions', '/reset-password/do?token=t'])(
    'keep %s out of search engines (PII-04)',
    async (url) => expect((await headersOf(url))['x-robots-tag']).toBe('noindex, nofollow'),
  );

  it.each(['/', '/terms', '/faq', '/membership', '/robots.txt'])('let search engines have %s', async (url) => {
    expect((await headersOf(url))['x-robots-tag']).toBeUndefined();
  });

  it.each(['/activate/done?token=t', '/reset-password/do?token=t', '/ACTIVATE/done?token=t'])(
    'keep the token in the address of %s to it (WEB-03, PII-05)',
    async (url) => expect((await headersOf(url))['referrer-policy']).toBe('no-referrer'),
  );

  it('tell other sites the origin at most (WEB-03)', async () => {
    for (const url of ['/', '/reset-password', '/api/settings.php'])
      expect((await headersOf(url))['referrer-policy']).toBe('strict-origin');
  });
});
