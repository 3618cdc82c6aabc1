import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { languages } from '../contract/platform/languages.ts';
import { pathTo, routeTable } from '../web/platform/pages/route-table.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

const pages = [
  'pricing',
  'complaints',
  'faq',
  'terms',
  'privacy',
  'service',
  'accessibility',
  'ban',
  'cookies',
  'return-policy',
] as const;

const read = (part: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../locales/${part}/${language}.json`, import.meta.url), 'utf8')) as never;

describe('the pages that search engines list', () => {
  it.each(languages)('have in %s a unique description of 70 to 160 characters', (language) => {
    const told = pages.map((page) => {
      if (page === 'pricing') return read('payments', language)['pricing.description'];
      return page === 'complaints'
        ? read('support', language)['description']
        : read('static-pages', language)[`description.${page}`];
    });
    for (const text of told) {
      expect(text?.length, text).toBeGreaterThanOrEqual(70);
      expect(text?.length, text).toBeLessThanOrEqual(160);
    }
    expect(new Set(told).size).toBe(pages.length);
  });
});

describe.skipIf(!pagesAreBuilt)('a page in the sitemap', () => {
  const test = useTestApp({ pages: pagesFolder });

  it('has a unique description for search engines and for shared links', async () => {
    for (const page of pages) expect(routeTable[page]).toMatchObject({ indexed: true });
    const { html: map } = await openPage(test, test.client(), '/sitemap-en.xml');
    const paths = [...map.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/');
    expect(paths).toEqual(expect.arrayContaining(pages.map((page) => expect.stringMatching(`^${pathTo(page)}`))));
    const told = new Map<string, string>();
    for (const path of paths) {
      const { html } = await openPage(test, test.client(), path.replaceAll('&amp;', '&'));
      const text = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
      expect(text, path).not.toBe('');
      expect(text.length, path).toBeLessThanOrEqual(160);
      expect(html, path).toContain(`<meta property="og:description" content="${text}"`);
      expect(told.get(text) ?? path).toBe(path);
      told.set(text, path);
    }
  });
});
