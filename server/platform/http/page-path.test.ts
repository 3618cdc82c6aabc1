import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { pagesAreBuilt, pagesFolder } from '../../../tests/support/pages.ts';
import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp(pagesAreBuilt ? { pages: pagesFolder } : {});
});
afterAll(() => test.close());

describe.skipIf(!pagesAreBuilt)('a path that cannot be decoded', () => {
  const ask = (url: string, headers: object) =>
    test.app.server.inject({ url, headers: { host: 'localhost', accept: 'text/html,*/*;q=0.8', ...headers } });

  it.each(['/%', '/%zz', '/%ff', '/profile/%E0%A4%A', '/landers/alonetonight/%', '/%?a=%zz', '/%3Cscript%'])(
    'shows a browser the 404 page in its language: %s',
    async (url) => {
      const answer = await ask(url, { 'accept-language': 'de' });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['content-security-policy']).toContain('nonce-');
      expect(answer.body).toContain('<html lang="de"');
      expect(answer.body).toContain(test.context.sentences.in('de')('errors.request.not-found'));
      expect(answer.body).not.toContain('<script%');
    },
  );

  it('is refused as JSON below /api, even for a browser', async () => {
    const answer = await ask('/api/%', {});
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'request.malformed']);
  });
});
