import { randomUUID } from 'node:crypto';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { routeNames, routeTable } from '../web/platform/pages/route-table.ts';
import { configureSite } from './support/chat.ts';
import { openPage, pagesAreBuilt, pagesFolder, extractText } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

const question = 'Are you 18 or older?';

describe.skipIf(!pagesAreBuilt)('the age gate', () => {
  const test = useTestApp({ pages: pagesFolder, env: { COUNTRY_HEADER: 'x-country' } });
  beforeAll(async () => {
    await test.sql(`insert into domains (host, niche) values ('calm.example', 1)`);
    await configureSite(test, { enable_site_entry_popup: 'no' }, 'domain:calm.example');
  });
  beforeEach(() => test.context.sites.clear());

  async function asks(path: string, more: { cookie?: string; host?: string } = {}): Promise<boolean> {
    const headers = { host: 'localhost', accept: 'text/html', ...more };
    const { statusCode, body } = await test.app.server.inject({ url: path, headers });
    expect([path, statusCode]).toEqual([path, 200]);
    return extractText(body).includes(question);
  }

  it('is on the pages of a visitor, even on cached ones, but not on those that everybody may read or that mails link', async () => {
    for (const path of ['/', '/', '/landers/gallery', '/landers/gallery', '/login', '/members', '/faq'])
      expect(await asks(path), path).toBe(true);
    const open = ['/terms', '/privacy', '/cookies', '/ban', '/leave', '/offline'];
    const mailed = ['/activate/done', '/reset-password/do'];
    for (const path of [...open, ...mailed]) expect(await asks(path), path).toBe(false);
  });

  it('is gone once it was answered, and for members', async () => {
    expect(await asks('/', { cookie: 'dismissed=demo:1.age-gate:2' })).toBe(false);
    expect(await asks('/', { cookie: 'dismissed=demo:1' })).toBe(true);
    expect(await asks('/', { cookie: 'dismissed=age-gates:1.xage-gate:2' })).toBe(true);
    const { html } = await openPage(test, await test.member(), '/faq');
    expect(extractText(html)).not.toContain(question);
  });

  it('is shown to visitors in every country, while chats lead them to the login', async () => {
    for (const [country, name] of [
      ['NL', 'Netherlands'],
      ['DE', 'Germany'],
      ['BE', 'Belgium'],
      ['us', 'United States'],
      ['XX', 'We guessed it from your language'],
    ] as const) {
      const open = async (url: string) =>
        test.app.server.inject({
          url,
          headers: { host: 'localhost', accept: 'text/html', 'accept-language': 'en', 'x-country': country },
        });
      // This page states the visitor's assumed country.
      const words = extractText((await open('/lang-config')).body);
      expect([country, words.includes(name), words.includes(question)]).toEqual([country, true, true]);
      for (const path of ['/', '/landers/gallery', '/login', '/faq'])
        expect([country, path, extractText((await open(path)).body).includes(question)]).toEqual([country, path, true]);
      for (const path of ['/chats', `/chats/${randomUUID()}`, `/members/${randomUUID()}/chat`]) {
        const { statusCode, headers } = await open(path);
        expect([path, statusCode, headers.location]).toEqual([path, 302, `/login?next=${encodeURIComponent(path)}`]);
      }
    }
  });

  it('is not needed on pages of members, which lead a visitor to the login, with the way back', async () => {
    const all = routeNames.map((name) => routeTable[name]).filter(({ guard }) => guard === 'member');
    const paths = all.map(({ path }) => path.replaceAll(/\/:\w+\?/g, '')).filter((path) => !path.includes(':'));
    expect(paths).toEqual(expect.arrayContaining(['/likes', '/profile', '/credits', '/settings', '/transactions']));
    for (const url of paths) {
      const { statusCode, headers } = await test.app.server.inject({ url, headers: { host: 'localhost' } });
      expect([url, statusCode, headers.location]).toEqual([url, 302, `/login?next=${encodeURIComponent(url)}`]);
    }
  });

  it('follows the setting of the site that is visited, whatever site the query names (attack H2)', async () => {
    expect(await asks('/', { host: 'calm.example' })).toBe(false);
    expect(await asks('/?domain=calm.example')).toBe(true);
    expect(await asks('/?domain=localhost', { host: 'calm.example' })).toBe(false);
  });

  it('is answered by a form without a script, which leads back to the page and nowhere else', async () => {
    const post = (next: string, cookie = '', origin = 'http://localhost') =>
      test.app.server.inject({
        method: 'POST',
        url: '/enter',
        headers: { host: 'localhost', origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ next }).toString(),
      });
    const { html } = await openPage(test, test.client(), '/landers/gallery?lang=en');
    expect(html).toContain('name="next" value="/landers/gallery?lang=en"');
    const answer = await post('/landers/gallery?lang=en', 'dismissed=demo:1');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/landers/gallery?lang=en']);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^dismissed=demo:\d+\.age-gate:\d+; Path=\/; Max-Age=31536000; SameSite=Lax$/,
    );
    const partner = await openPage(test, test.client(), `/landers/gallery?q=a+b('c')&network=lantern`);
    const back = /name="next" value="(\/landers[^"]*)"/.exec(partner.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(back).toBe('/landers/gallery?q=a%20b%28%27c%27%29&network=lantern');
    expect((await post(back)).headers.location).toBe(back);
    for (const next of ['https://elsewhere.example', '//elsewhere.example', String.raw`/\elsewhere.example`, 'x'])
      expect((await post(next)).headers.location, next).toBe('/');
    expect((await post('/', '', 'https://elsewhere.example')).statusCode).toBe(403);
  });

  it('asks in the language of the page, and writes no script from the URL into it', async () => {
    const { html } = await openPage(test, test.client(), `/faq?x="><script>alert(1)</script>`);
    expect(html).not.toContain('<script>alert');
    const german = await openPage(test, test.client(), '/?lang=de');
    expect(extractText(german.html)).toContain('Bist du 18 oder älter?');
    expect((await openPage(test, test.client(), '/leave')).robots).toBe('noindex, nofollow');
  });
});
