import { afterEach, describe, expect, it, vi } from 'vitest';

import { withWait } from '../contract/platform/wait.ts';
import { languages, locales } from '../contract/platform/languages.ts';
import { Failure } from '../server/platform/failure.ts';
import { useTestApp } from './support/test-app.ts';

const test = useTestApp();
afterEach(() => vi.restoreAllMocks());

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ask = (url: string, headers: Record<string, string>) =>
  test.app.server.inject({ url, headers: { host: 'localhost', ...headers } });

function refuseAddress(): void {
  const refusal = new Failure('request.too-many', { retry_after: 40 });
  vi.spyOn(test.context.rateLimits, 'enforceAddress').mockRejectedValue(refusal);
}

describe('a visitor whose address sends too many requests', () => {
  it.each(languages)('is told so on a page in %s, without a query to the database', async (language) => {
    refuseAddress();
    const first = vi.spyOn(test.context.database, 'first');
    const all = vi.spyOn(test.context.database, 'all');
    const transaction = vi.spyOn(test.context.database, 'transaction');
    const answer = await ask('/members', { accept: browser, 'accept-language': `${language};q=0.9, xx` });
    const text = test.context.sentences.in(language)('errors.request.too-many', withWait({ retry_after: 40 }));
    const { headers, body } = answer;
    expect([answer.statusCode, headers['content-type'], headers['retry-after'], headers['cache-control']]).toEqual([
      429,
      'text/html; charset=utf-8',
      '40',
      'no-store',
    ]);
    expect(body).toContain(`<html lang="${locales[language].iso}">`);
    expect(body).toContain(`<h1>${text}</h1>`);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const spy of [first, all, transaction]) expect(spy).not.toHaveBeenCalled();
  });

  it('is told so in the language that they chose', async () => {
    refuseAddress();
    const { body } = await ask('/', { accept: browser, 'accept-language': 'en', cookie: 'i18n_redirected=fi' });
    expect(body).toContain('lang="fi');
  });

  it.each([
    ['a call', '/api/settings.php', browser],
    ['a script', '/members', '*/*'],
    ['a picture', '/media/x', 'image/avif,image/webp,*/*;q=0.8'],
    ['nobody in particular', '/members', undefined],
  ])('gets JSON instead of a page for %s', async (_who, url, accept) => {
    refuseAddress();
    const answer = await ask(url, { ...(accept && { accept }) });
    expect([answer.statusCode, answer.json()]).toEqual([429, expect.objectContaining({ error: 'request.too-many' })]);
  });
});

describe('another refusal before a page is rendered', () => {
  it('is a page too, and repeats nothing of the URL', async () => {
    const answer = await test.app.server.inject({
      method: 'POST',
      url: '/members?q="><script>alert(1)</script>',
      headers: { host: 'localhost', origin: 'http://evil.example', accept: browser, 'accept-language': 'nl' },
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(answer.body).toContain(test.context.sentences.in('nl')('errors.request.foreign-origin'));
    expect(answer.body).not.toContain('script');
  });
});
