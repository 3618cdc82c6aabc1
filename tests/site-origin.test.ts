import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isOtherSpelling } from '../server/platform/site-origin.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

function originsIn(text: string): string[] {
  const addresses = [...text.matchAll(/https?:\/\/[^\s"'<>\\&]+/g)].map(([address]) => new URL(address));
  const foreign = ['www.w3.org', 'www.sitemaps.org', 'schema.org'];
  return [...new Set(addresses.filter(({ host }) => !foreign.includes(host)).map(({ origin }) => origin))];
}

const texts = ['/robots.txt', '/sitemap.xml', '/sitemap-en.xml', '/.well-known/security.txt', '/landers/gallery', '/'];

describe.skipIf(!pagesAreBuilt)('the URLs that others read', () => {
  let [plain, staging]: TestApp[] = [];
  beforeAll(async () => {
    plain = await createTestApp({ pages: pagesFolder });
    staging = await createTestApp({
      pages: pagesFolder,
      env: { PUBLIC_ORIGIN: 'https://staging.tealight.example:8443' },
    });
    for (const test of [plain, staging]) await test.sql(`insert into domains (host, niche) values ('calm.example', 1)`);
  });
  afterAll(async () => {
    await plain?.close();
    await staging?.close();
  });

  it.each([
    ['localhost:3985', 'http://localhost:3985', false],
    ['calm.example:3985', 'http://calm.example:3985', false],
    ['staging.tealight.example:8443', 'https://staging.tealight.example:8443', true],
    ['calm.example:8443', 'https://calm.example:8443', true],
    // Anybody can choose a request's host.
    ['evil.example:8443', 'https://staging.tealight.example:8443', true],
  ])('have the origin of the site at %s, with its port', async (host, origin, isConfigured) => {
    const test = isConfigured ? staging : plain;
    for (const url of texts) {
      const headers = { host, accept: 'text/html' };
      const { body, statusCode } = (await test?.app.server.inject({ url, headers })) ?? { body: '', statusCode: 0 };
      expect([url, statusCode, originsIn(body)]).toEqual([url, 200, [origin]]);
    }
  });

  it('redirect from www, whose cookies would be separate', async () => {
    const get = async (host: string): Promise<unknown[]> => {
      const answer = await staging?.app.server.inject({ url: '/pricing?a=1', headers: { host, accept: 'text/html' } });
      return [answer?.statusCode, answer?.headers.location];
    };
    expect(await get('www.calm.example:8443')).toEqual([308, 'https://calm.example:8443/pricing?a=1']);
    expect(await get('www.staging.tealight.example:8443')).toEqual([
      308,
      'https://staging.tealight.example:8443/pricing?a=1',
    ]);
    expect(await get('www.evil.example:8443')).toEqual([200, undefined]);
    // The main site's host has the prefix; its other sites have none.
    const [site, other] = ['https://www.x.example', 'https://x.example'];
    expect(isOtherSpelling('x.example', site, site)).toBe(true);
    expect(isOtherSpelling('www.x.example', other, site)).toBe(false);
  });
});
