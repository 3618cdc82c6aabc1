import { randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';

import { languages } from '../contract/platform/languages.ts';
import { landers } from '../web/landers/lander-names.ts';
import { quickMember, configureSite } from './support/chat.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

describe.skipIf(!pagesAreBuilt)('a shared link', () => {
  const test = useTestApp({ pages: pagesFolder });
  beforeAll(async () => {
    await test.sql(`insert into domains (host, niche) values ('calm.example', 1)`);
    await configureSite(test, { name: 'Calm & </script><Co>' }, 'domain:calm.example');
  });

  const scenes = new Set<string>();
  const pictureAt = (url: string, host = 'localhost') => test.app.server.inject({ url, headers: { host } });

  it('has a picture of its own in each language, which is the same when requested again', async () => {
    const pictures = new Set<string>();
    for (const language of languages) {
      const { statusCode, headers, rawPayload } = await pictureAt(`/share-${language}.png`);
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
      pictures.add(rawPayload.toString('base64'));
    }
    expect(pictures.size).toBe(languages.length);
    const again = (await pictureAt('/share-en.png')).rawPayload.toString('base64');
    expect(pictures).toContain(again);
    expect((await pictureAt('/share-en.png', 'calm.example')).rawPayload.toString('base64')).not.toBe(again);
    expect((await pictureAt('/share-tlh.png')).statusCode).toBe(404);
  });

  it.for([...landers, 'tinderswipe'])('to %s has a picture of its own, by language, niche and site', async (lander) => {
    const drawn = async (path: string, host?: string): Promise<string> => {
      const { statusCode, headers, rawPayload } = await pictureAt(`/share/${lander}/${path}.png`, host);
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
      expect(rawPayload.length).toBeLessThan(120_000);
      return rawPayload.toString('base64');
    };
    const own = await drawn('default/de');
    if (lander === 'gallery') expect(await drawn('default/de')).toBe(own);
    // The part right of the text, which differs anyway.
    const beside = { left: 600, top: 0, width: 600, height: 630 };
    const scene = (await sharp(Buffer.from(own, 'base64')).extract(beside).raw().toBuffer()).toString('base64');
    expect(scenes.has(scene)).toBe(false);
    scenes.add(scene);
    expect(await drawn('gay/de')).not.toBe(own);
    // The words beside the drawing are written alike for all landers.
    if (lander === 'gallery')
      for (const other of [await drawn('default/fi'), await drawn('default/de', 'calm.example')])
        expect(other).not.toBe(own);
    for (const path of [`${lander}/nowhere/de`, `${lander}/default/tlh`, 'constructor/default/de'])
      expect((await pictureAt(`/share/${path}.png`)).statusCode, path).toBe(404);
  });

  it('to a lander names the picture of its niche, or of the niche of the site', async () => {
    const ofPage = async (path: string, host?: string): Promise<string | undefined> => {
      const headers = { accept: 'text/html', ...(host && { host }) };
      const { body } = await test.app.server.inject({ url: `${path}?lang=fi`, headers });
      return /<meta property="og:image" content="http:\/\/[^/]+([^"]+)"/.exec(body)?.[1];
    };
    expect(await ofPage('/landers/gallery')).toBe('/share/gallery/default/fi.png');
    expect(await ofPage('/landers/gallery/she')).toBe('/share/gallery/she/fi.png');
    expect(await ofPage('/landers/tinderswipe')).toBe('/share/tinderswipe/default/fi.png');
    await test.sql(`insert into domains (host, niche) values ('she.example', 2)`);
    test.context.sites.clear();
    expect(await ofPage('/landers/tinderswipe', 'she.example')).toBe('/share/tinderswipe/she/fi.png');
    expect((await pictureAt('/share/tinderswipe/she/fi.png', 'she.example')).statusCode).toBe(200);
  });

  it('names its picture and its language only on pages that search engines list', async () => {
    for (const path of ['/', '/faq', '/terms']) {
      const { html } = await openPage(test, test.client(), `${path}?lang=fi`);
      expect(html, path).toMatch(/<meta property="og:image" content="http:\/\/[^"]+\/share-fi\.png"\/>/);
      expect(html).toContain('<meta property="og:locale" content="fi_FI"/>');
    }
    for (const path of ['/members', '/leave', '/lang-config'])
      expect((await openPage(test, test.client(), path)).html, path).not.toContain('og:image');
  });

  const toldIn = (html: string): Record<string, string | undefined> => {
    const told = [...html.matchAll(/<meta property="og:([\w:]+)" content="([^"]*)"/g)].map(
      ([, name = '', value]) => [name, value] as const,
    );
    expect(new Set(told.map(([name]) => name)).size).toBe(told.length);
    return Object.fromEntries(told);
  };

  it.for(['/', '/faq', '/terms', '/pricing', '/login', '/signup', '/landers/video', '/landers/tinderswipe'])(
    'has the title and the description of its page: %s',
    async (path) => {
      const { body } = await test.app.server.inject({
        url: `${path}?lang=fr`,
        headers: { host: 'calm.example', accept: 'text/html' },
      });
      const title = /<title>([^<]*)<\/title>/.exec(body)?.[1];
      const description = /<meta name="description" content="([^"]*)"/.exec(body)?.[1];
      expect(title).toContain('Calm &amp; &lt;/script&gt;&lt;Co&gt;');
      expect(toldIn(body)).toMatchObject({
        title,
        type: 'website',
        site_name: 'Calm &amp; &lt;/script&gt;&lt;Co&gt;',
        description: expect.stringMatching(/./),
      });
      expect(toldIn(body)['description']).toBe(description);
    },
  );

  it.for(['landing', 'landing2', 'landing3', 'landing3/she'])(
    'about a member has a picture and a title, and nothing of the member (PII-04): %s',
    async (path) => {
      const member = await quickMember(test);
      const { html, robots } = await openPage(test, test.client(), `/members/${member.id}/${path}?lang=de&ref=flyer`);
      expect(robots).toBe('noindex, nofollow');
      const { name } = (await test.client().call('getProfile', { id: member.id })).body.profile;
      const told = toldIn(html);
      expect(told).toEqual({
        title: 'Ein Tisch für zwei · Tealight',
        description: expect.stringContaining('Dating'),
        type: 'website',
        site_name: 'Tealight',
        url: `http://localhost/members/${member.id}/${path}?lang=de`,
        locale: 'de_DE',
        image: 'http://localhost/share-de.png',
        'image:width': '1200',
        'image:height': '630',
        'image:alt': expect.any(String),
      });
      expect(JSON.stringify(told)).not.toContain(name);
      expect(html).not.toContain('application/ld+json');
      const gone = await openPage(test, test.client(), `/members/${randomUUID()}/${path}`);
      expect([gone.status, gone.html.includes('og:')]).toEqual([404, false]);
    },
  );

  it('about a member has no preview on the sign-up, which nobody shares', async () => {
    const member = await quickMember(test);
    expect((await openPage(test, test.client(), `/members/${member.id}/signup`)).html).not.toContain('og:');
  });

  const dataIn = (html: string): { '@graph': Record<string, unknown>[] } => {
    const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
    expect(scripts).toHaveLength(1);
    expect(html).not.toMatch(/ itemscope| itemprop| typeof=| property="(?!og:)/);
    return JSON.parse(scripts[0]?.[1] ?? '') as { '@graph': Record<string, unknown>[] };
  };

  it.for(['', ...landers, 'tinderswipe'])(
    'says in its structured data who runs the site, and claims nothing else (%s)',
    async (lander) => {
      const { html } = await openPage(test, test.client(), `${lander && '/landers'}/${lander}?lang=de`);
      const publisher = 'http://localhost/#company';
      const website = { '@id': 'http://localhost/#site', url: 'http://localhost/?lang=de', name: 'Tealight' };
      const company = { '@id': publisher, url: 'http://localhost/', name: 'Tealight Example B.V.' };
      expect(dataIn(html)).toEqual({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'WebSite', ...website, inLanguage: languages, publisher: { '@id': publisher } },
          {
            '@type': 'Organization',
            ...company,
            logo: 'http://localhost/icon.svg',
            address: {
              '@type': 'PostalAddress',
              streetAddress: expect.any(String),
              addressLocality: expect.any(String),
              addressCountry: expect.any(String),
            },
          },
        ],
      });
    },
  );

  it('has the exact name of another site in its structured data', async () => {
    const other = await test.app.server.inject({ url: '/', headers: { host: 'calm.example', accept: 'text/html' } });
    expect(dataIn(other.body)['@graph'][0]).toMatchObject({
      name: 'Calm & </script><Co>',
      url: 'http://calm.example/?lang=en',
    });
  });
});
