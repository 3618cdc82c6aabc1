import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { getEndpoint } from '../contract/calls.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

const decoded: Record<string, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
  identity: (bytes) => bytes,
};

describe.skipIf(!pagesAreBuilt)('the compression of responses to visitors', () => {
  const test = useTestApp({ pages: pagesFolder });

  async function ask(url: string, accepted: string) {
    const headers = { host: 'localhost', accept: 'text/html', 'accept-encoding': accepted };
    const { headers: got, rawPayload } = await test.app.server.inject({ url, headers });
    const encoding = got['content-encoding'] ?? 'identity';
    return { encoding, vary: got.vary, text: decoded[encoding]?.(rawPayload).toString() };
  }

  // The first page is rendered for each visitor, the second is cached for all.
  it.each([
    ['/members', ['gzip, deflate, br, zstd', 'br']],
    ['/members', ['gzip;q=1, br;q=0.5', 'gzip']],
    ['/members', ['br', 'br']],
    ['/members', ['gzip', 'gzip']],
    ['/members', ['*', 'br']],
    ['/members', ['gzip;q=0', 'identity']],
    ['/members', ['gzip;q=0.0, br;q=0', 'identity']],
    ['/members', ['identity', 'identity']],
    ['/members', ['', 'identity']],
    ['/landers/gallery', ['gzip, deflate, br, zstd', 'gzip']],
    ['/landers/gallery', ['gzip;q=0', 'identity']],
    ['/landers/gallery', ['br', 'identity']],
  ])('%s is compressed as the browser accepts it (%s)', async (url, [accepted = '', expected]) => {
    const { encoding, vary, text } = await ask(url, accepted);
    expect([encoding, vary]).toEqual([expected, 'accept-encoding']);
    expect(text).toMatch(/<\/html>$/);
  });

  it.each(['getSettings', 'listInterests', 'listRegions'] as const)(
    '%s, which holds no secret, is compressed without a change of its content',
    async (name) => {
      const { path } = getEndpoint(name);
      const plain = await ask(path, 'identity');
      expect([plain.encoding, plain.vary]).toEqual(['identity', 'accept-encoding']);
      expect(await ask(path, 'gzip, deflate, br')).toEqual({ ...plain, encoding: 'br' });
      expect(await ask(path, 'gzip')).toEqual({ ...plain, encoding: 'gzip' });
    },
  );

  it('a call whose response may hold a secret is not compressed', async () => {
    expect((await ask(getEndpoint('searchProfiles').path, 'gzip, br')).encoding).toBe('identity');
  });
});
