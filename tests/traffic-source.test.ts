import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { clearSiteCache } from '../server/settings/find-site.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

describe.skipIf(!pagesAreBuilt)('a visitor who follows a partner’s link', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ pages: pagesFolder });
  });
  afterAll(() => test.close());

  const open = (url: string, cookie = '') =>
    test.app.server.inject({ url, headers: { host: 'localhost', accept: 'text/html', cookie } });
  const setSite = async (values: object): Promise<void> => {
    await test.sql(`update setting_scopes set values = $1 where scope = 'default'`, [JSON.stringify(values)]);
    clearSiteCache();
  };
  const cookieOf = async (url: string): Promise<string> => String((await open(url)).headers['set-cookie'] ?? '');

  it('is kept in a cookie that scripts cannot read and that ends with the browser session (WEB-05)', async () => {
    const cookie = await cookieOf('/?network=lantern&sub1=spring&email=x');
    expect(cookie).toMatch(/^trafficsource=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(decodeURIComponent(cookie)).toContain('{"network":"lantern","sub1":"spring"}');
    expect(await cookieOf('/?email=x')).toBe('');
    expect(await cookieOf('/?ref=a&ref=b')).toBe('');
  });

  it('decides who may look around before signing up, as the settings of the site say', async () => {
    const [cookie] = (await cookieOf('/?ref=friend')).split(';');
    await setSite({ logged_out_search: false, logged_out_search_trafficsource: true });
    expect((await open('/members')).headers.location).toBe('/login?next=%2Fmembers');
    expect((await open('/members', cookie)).statusCode).toBe(200);
    expect((await open('/members?ref=friend')).statusCode).toBe(200);
    expect((await open('/', cookie)).body).toContain('href="/members"');
    expect((await open('/')).body).not.toContain('href="/members"');
    await setSite({ logged_out_search: true, logged_out_search_trafficsource: false });
    expect((await open('/members')).statusCode).toBe(200);
    expect((await open('/members', cookie)).statusCode).toBe(302);
    await setSite({});
  });

  it('opens the sign-up where only visitors of a traffic source may join', async () => {
    await setSite({ signups: 'with_trafficsource' });
    expect((await open('/signup')).body).not.toContain('name="password"');
    expect((await open('/signup?network=lantern')).body).toContain('name="password"');
    await setSite({});
  });

  it('is counted where the link asks for it, and the page that is kept for everybody stays the same', async () => {
    const visits = () => test.sql('select network, ref, visits, bounces from source_days');
    const script = 'sendBeacon';
    expect((await open('/?ref=flyer')).body).not.toContain(script);
    expect(await visits()).toEqual([]);
    const { body, headers } = await open('/?ref=flyer&lb');
    const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
    expect(body).toContain(`<script nonce="${nonce}">(function noteBounce(`);
    expect((await open('/landers/gallery?lb=1&ref=flyer')).body).toContain(script);
    expect(await visits()).toEqual([{ network: '', ref: 'flyer', visits: 2, bounces: 0 }]);
    expect((await open('/?ref=flyer')).body).not.toContain(script);
    const member = await test.member();
    const session = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await open('/terms?lb', session)).body).not.toContain(script);
    expect(await visits()).toMatchObject([{ visits: 2 }]);
  });
});
