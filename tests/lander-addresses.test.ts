import { beforeAll, describe, expect, it } from 'vitest';

import { languages } from '../contract/platform/languages.ts';
import { landers } from '../web/landers/lander-names.ts';
import { configureSite } from './support/chat.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

const origin = 'http://localhost';

const alternatesIn = (text: string): [string | undefined, string | undefined][] =>
  [...text.matchAll(/<(?:xhtml:)?link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/gi)].map(
    ([, language, address]) => [language, address],
  );

describe.skipIf(!pagesAreBuilt)('the URLs of a lander', () => {
  const test = useTestApp({ pages: pagesFolder });
  const sitemaps: string[] = [];
  beforeAll(async () => {
    await test.sql(`insert into domains (host, niche) values ('she.example', 2), ('nl.example', 1)`);
    await configureSite(test, { locales: ['nl', 'en'] }, 'domain:nl.example');
    for (const language of languages)
      sitemaps.push((await openPage(test, test.client(), `/sitemap-${language}.xml`)).html);
  });

  it.for([...landers, 'tinderswipe'])(
    'for %s are the same on each page and in the sitemaps, so that each leads back',
    async (name) => {
      const path = `/landers/${name}`;
      const own: [string, string][] = languages.map((language) => [language, `${origin}${path}?lang=${language}`]);
      const all = [['x-default', origin + path], ...own];
      // All landers share the head of their pages, so one of them is opened in every language.
      const opened = name === 'gallery' ? languages : (['en', 'fi'] as const);
      for (const address of [path, ...opened.map((language) => `${path}?lang=${language}`)]) {
        const { html } = await openPage(test, test.client(), address);
        expect([...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
          origin + address,
        ]);
        expect(alternatesIn(html), address).toEqual(all);
      }
      for (const [place, [, address]] of own.entries()) {
        const entry = sitemaps[place]?.split('<url>').find((part) => part.startsWith(`<loc>${address}</loc>`)) ?? '';
        expect(alternatesIn(entry), address).toEqual(all);
      }
    },
  );

  const seen = async (path: string, host: string) => {
    const headers = { host, accept: 'text/html' };
    const { body, headers: sent } = await test.app.server.inject({ url: path, headers });
    return {
      lang: /<html[^>]* lang="(\w+)"/.exec(body)?.[1],
      canonical: /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1],
      url: /<meta property="og:url" content="([^"]*)"/.exec(body)?.[1],
      robots: /<meta name="robots" content="([^"]*)"/.exec(body)?.[1],
      alternates: alternatesIn(body).length,
      chosen: String(sent['set-cookie'] ?? '').includes('i18n_redirected='),
    };
  };

  it.for([
    ['localhost', 'default', 'she'],
    ['she.example', 'she', 'default'],
  ] as const)("leave out the site's own niche, and are not indexed for another niche: %s", async (given) => {
    const [host, own, other] = given;
    const address = `http://${host}/landers/gallery?lang=de`;
    const listed = { canonical: address, url: address, robots: undefined, alternates: languages.length + 1 };
    for (const path of ['/landers/gallery?lang=de', `/landers/gallery/${own}?lang=de`])
      expect(await seen(path, host), path).toMatchObject(listed);
    const { body } = await test.app.server.inject({ url: '/sitemap-de.xml', headers: { host } });
    expect(body).toContain(`<loc>${address}</loc>`);
    expect(body).not.toContain('/landers/gallery/');
    expect(await seen(`/landers/gallery/${other}?lang=de`, host)).toMatchObject({
      canonical: undefined,
      robots: 'noindex',
      alternates: 0,
    });
  });

  it('have one canonical form, however a link spells them', async () => {
    const address = `${origin}/landers/gallery`;
    const one = { canonical: address, url: address, robots: undefined, alternates: languages.length + 1 };
    for (const path of ['/landers/gallery/', '/Landers/gallery', '/LANDERS/gallery/default/', '/landers/gallery//'])
      expect(await seen(path, 'localhost'), path).toMatchObject(one);
    for (const path of ['/landers/gallery/she/', '/Landers/gallery/she', '/landers/gallery/she//'])
      expect(await seen(path, 'localhost'), path).toMatchObject({
        canonical: undefined,
        url: address + '/she',
        robots: 'noindex',
        alternates: 0,
      });
    expect(await seen('/TERMS/', 'localhost')).toMatchObject({ canonical: `${origin}/terms`, url: `${origin}/terms` });
  });

  it('have no language that the site lacks', async () => {
    const own = { lang: 'nl', canonical: 'http://nl.example/landers/video', alternates: 3, chosen: false };
    for (const path of ['/landers/video?lang=pl', '/landers/video'])
      expect(await seen(path, 'nl.example'), path).toMatchObject({ ...own, url: own.canonical });
    const canonical = 'http://nl.example/landers/video?lang=en';
    expect(await seen('/landers/video?lang=en', 'nl.example')).toMatchObject({ lang: 'en', canonical, chosen: true });
    expect(await seen('/landers/video?lang=pl', 'localhost')).toMatchObject({ lang: 'pl', chosen: true });
  });

  it("are in the sitemaps of the site's own languages, which its own host names", async () => {
    const read = async (host: string, url: string) => {
      const { statusCode, body } = await test.app.server.inject({ url, headers: { host } });
      return { statusCode, named: [...body.matchAll(/(?:<loc>|^Sitemap: )([^<\n]+)/gm)].map(([, address]) => address) };
    };
    const index = 'http://nl.example/sitemap.xml';
    expect(await read('nl.example', '/robots.txt')).toEqual({ statusCode: 200, named: [index] });
    expect((await read('she.example', '/robots.txt')).named).toEqual(['http://she.example/sitemap.xml']);
    const own = ['nl', 'en'].map((language) => `http://nl.example/sitemap-${language}.xml`);
    const { statusCode, named } = await read('nl.example', '/sitemap.xml');
    expect([statusCode, new Set(named)]).toEqual([200, new Set(own)]);
    expect((await read('nl.example', '/sitemap-en.xml')).named).toContain('http://nl.example/landers/video?lang=en');
    for (const language of ['de', 'xx'])
      expect((await read('nl.example', `/sitemap-${language}.xml`)).statusCode, language).toBe(404);
    expect((await read('she.example', '/sitemap.xml')).named).toHaveLength(languages.length);
  });

  it('leave out the query of the link that led there, even on a cached page', async () => {
    for (const query of ['?ref=flyer', '?network=lantern&sub1=x&lb', '?ref=flyer&utm=1', '?fbclid=1&ref=flyer'])
      for (let visit = 0; visit < 2; visit += 1) {
        const { html } = await openPage(test, test.client(), `/landers/video${query}`);
        expect(html).toContain(`<link rel="canonical" href="${origin}/landers/video"/>`);
        expect(alternatesIn(html)).toHaveLength(languages.length + 1);
      }
  });
});
