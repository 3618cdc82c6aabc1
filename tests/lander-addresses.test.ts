import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { languages } from '../contract/languages.ts';
import { landers } from '../web/landers/lander-names.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

const origin = 'http://localhost';

/** The addresses by language that HTML or a sitemap names. */
const alternatesIn = (text: string): [string | undefined, string | undefined][] =>
  [...text.matchAll(/<(?:xhtml:)?link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/gi)].map(
    ([, language, address]) => [language, address],
  );

describe.skipIf(!pagesAreBuilt)('the addresses of a lander', () => {
  let test: TestApp;
  const sitemaps: string[] = [];
  beforeAll(async () => {
    test = await createTestApp({ pages: pagesFolder });
    for (const language of languages)
      sitemaps.push((await openPage(test, test.client(), `/sitemap-${language}.xml`)).html);
  });
  afterAll(() => test.close());

  it.for([...landers, 'tinderswipe', 'gallery/she'])(
    '%s are the same in each language and the sitemaps, so that each leads back',
    async (name) => {
      const path = `/landers/${name}`;
      const own: [string, string][] = languages.map((language) => [language, `${origin}${path}?lang=${language}`]);
      const all = [['x-default', origin + path], ...own];
      for (const address of [path, ...languages.map((language) => `${path}?lang=${language}`)]) {
        const { html } = await openPage(test, test.client(), address);
        expect([...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
          origin + address,
        ]);
        expect(alternatesIn(html), address).toEqual(all);
      }
      // Search engines find those of a niche by links alone.
      if (name.includes('/')) return;
      for (const [place, [, address]] of own.entries()) {
        const entry = sitemaps[place]?.split('<url>').find((part) => part.startsWith(`<loc>${address}</loc>`)) ?? '';
        expect(alternatesIn(entry), address).toEqual(all);
      }
    },
  );

  it('are not those of the link that led there, also where the page is kept', async () => {
    for (const query of ['?ref=flyer', '?network=lantern&sub1=x&lb', '?ref=flyer&utm=1'])
      for (let visit = 0; visit < 2; visit += 1) {
        const { html } = await openPage(test, test.client(), `/landers/video${query}`);
        expect(html).toContain(`<link rel="canonical" href="${origin}/landers/video"/>`);
        expect(alternatesIn(html)).toHaveLength(languages.length + 1);
      }
  });
});
