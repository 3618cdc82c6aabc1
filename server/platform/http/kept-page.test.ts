import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { keepPage } from './kept-page.ts';

const [first, second] = ['f+/1'.repeat(6), 'S2=='.repeat(6)];
// Longer than the window of deflate, with letters of several bytes, and words of it again behind a nonce.
const words = Array.from({ length: 6_000 }, (_, index) => `tänään illalla ${index} ✓`).join(' ');
const pages = {
  'without a nonce': () => words,
  'with one': (nonce: string) => `<script nonce="${nonce}">${words}</script>`,
  'with several': (nonce: string) =>
    `${nonce}${words.slice(0, 900)}${nonce}${nonce}${words}<b ${nonce}>${words}${nonce}`,
  'of nothing else': (nonce: string) => nonce,
};

describe('a kept page', () => {
  for (const [name, page] of Object.entries(pages))
    it(`${name} is what was rendered, but for the nonce, plain and compressed`, () => {
      const kept = keepPage(page(first), first);
      for (const nonce of [second, first, second]) {
        expect(kept.plain(nonce).toString()).toBe(page(nonce));
        // Which also looks at the check sum and the size.
        expect(gunzipSync(kept.gzipped(nonce)).toString()).toBe(page(nonce));
      }
    });

  it('is small when it is compressed, also behind a nonce', () => {
    const once = keepPage(words.slice(0, 20_000), first).gzipped(first).length;
    const twice = keepPage(words.slice(0, 20_000) + first + words.slice(0, 20_000), first).gzipped(first).length;
    expect(twice).toBeLessThan(once + 400);
  });
});
