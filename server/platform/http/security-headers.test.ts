import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { pagesAreBuilt, pagesFolder } from '../../../tests/support/pages.ts';
import { useTestApp } from '../../../tests/support/test-app.ts';

describe('the headers of a response', () => {
  const test = useTestApp(pagesAreBuilt ? { pages: pagesFolder } : {});

  const answerTo = (url: string, headers: Record<string, string> = {}) =>
    test.app.server.inject({ url, headers: { host: 'localhost', ...headers } });
  const getHeaders = async (url: string) => (await answerTo(url)).headers;

  it('bind the host and its subdomains to HTTPS, or only the host if so configured', async () => {
    const hsts = 'strict-transport-security';
    for (const url of ['/healthz', '/api/settings.php', '/nowhere'])
      expect((await getHeaders(url))[hsts]).toBe('max-age=63072000; includeSubDomains');
    test.context.config.hstsSubdomains = false;
    expect((await getHeaders('/healthz'))[hsts]).toBe('max-age=63072000');
    test.context.config.hstsSubdomains = true;
  });

  it('reveal at most the origin to other sites (WEB-03)', async () => {
    for (const url of ['/', '/reset-password', '/api/settings.php'])
      expect((await getHeaders(url))['referrer-policy']).toBe('strict-origin');
  });

  // The headers of each page are tested with the route table (`tests/routes.test.ts`).
  it.runIf(pagesAreBuilt)('include the headers of rendered pages (PII-04, PII-05)', async () => {
    expect((await getHeaders('/Members/X?page=2'))['x-robots-tag']).toBe('noindex, nofollow');
    expect((await getHeaders('/ACTIVATE/done?token=t'))['referrer-policy']).toBe('no-referrer');
    for (const url of ['/terms', '/nowhere/at/all']) expect((await getHeaders(url))['x-robots-tag']).toBeUndefined();
  });

  it.runIf(pagesAreBuilt).each(['gzip, br', 'identity'])(
    'have a new nonce in every response with a shared page, sent as %s (WEB-02)',
    async (encoding) => {
      const nonces = new Set<string>();
      const texts = new Set<string>();
      for (let visit = 0; visit < 3; visit += 1) {
        const { headers, rawPayload } = await answerTo('/landers/gallery', { 'accept-encoding': encoding });
        const isGzip = encoding.startsWith('gzip');
        expect([headers['content-encoding'], headers['vary']]).toEqual([
          isGzip ? 'gzip' : undefined,
          'accept-encoding',
        ]);
        expect(headers['cache-control']).toBe('private, no-store');
        const text = (isGzip ? gunzipSync(rawPayload) : rawPayload).toString();
        const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] as string)?.[1] ?? '';
        expect(new Set([...text.matchAll(/ nonce="([^"]*)"/g)].map((match) => match[1]))).toEqual(new Set([nonce]));
        nonces.add(nonce);
        texts.add(text.replaceAll(nonce, ''));
      }
      expect([nonces.size, texts.size]).toEqual([3, 1]);
    },
  );
});
