import { syncBuiltinESMExports } from 'node:module';
import zlib, { gunzipSync } from 'node:zlib';

import { describe, expect, it, vi } from 'vitest';

import { keepPage } from './shared-pages.ts';

const [first, second] = ['f+/1'.repeat(6), 'S2=='.repeat(6)];
// Longer than the window of deflate, with letters of several bytes, and repeated after a nonce.
const words = Array.from({ length: 6_000 }, (_, index) => `tänään illalla ${index} ✓`).join(' ');
const source = 'e3c1a1f0-6d0b-4c9e-8a55-0f4f6f0f7a11';
const marks = { nonce: first, source };
const pages = {
  'without a gap': () => words,
  'with a nonce': (nonce: string) => `<script nonce="${nonce}">${words}</script>`,
  'with several nonces': (nonce: string) =>
    `${nonce}${words.slice(0, 900)}${nonce}${nonce}${words}<b ${nonce}>${words}${nonce}`,
  'of nothing but a nonce': (nonce: string) => nonce,
  'with a source': (_nonce: string, link: string) => `<a href="/?${link}">${words}</a>`,
  'with nonces and sources': (nonce: string, link: string) =>
    `${link}${words.slice(0, 900)}${nonce}${link}${link}${words}<b ${nonce}>${words}${link}`,
};
/** More lengths than are kept, some of them repeated. */
const links = ['', 'ref=a&amp;sub1=b', 'network=lantern', 'ref=b&amp;sub1=a'].concat(
  Array.from({ length: 40 }, (_, index) => 'x'.repeat(index)),
  'network=lantern',
);

describe('a kept page', () => {
  for (const [name, page] of Object.entries(pages))
    it(`${name} equals the rendered page with its gaps filled, plain and compressed`, () => {
      const kept = keepPage(page(first, source), marks);
      for (const nonce of [second, first, second])
        for (const link of links) {
          const filling = { nonce, source: link };
          expect(kept.plain(filling).toString()).toBe(page(nonce, link));
          // This also checks the checksum and the size.
          expect(gunzipSync(kept.gzipped(filling)).toString()).toBe(page(nonce, link));
        }
    });

  it('compresses well even behind a gap', () => {
    const filling = { nonce: first, source: 'network=lantern' };
    const once = keepPage(words.slice(0, 20_000), marks).gzipped(filling).length;
    for (const gap of [first, source]) {
      const twice = keepPage(words.slice(0, 20_000) + gap + words.slice(0, 20_000), marks).gzipped(filling).length;
      expect(twice).toBeLessThan(once + 400);
    }
  });

  it('is compressed once for all links of one length', () => {
    const deflate = vi.spyOn(zlib, 'deflateRawSync');
    syncBuiltinESMExports();
    const kept = keepPage(pages['with a source'](first, source), marks);
    for (const link of ['ref=a', 'ref=b', 'ref=c']) kept.gzipped({ nonce: second, source: link });
    expect(deflate).toHaveBeenCalledTimes(2);
    deflate.mockRestore();
    syncBuiltinESMExports();
  });
});
