import { describe, expect, it } from 'vitest';

import { configureSite } from './support/chat.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

/** Marks the question whether the link may be remembered. */
const question = 'data-source';
const kept = 'trafficsource=%7B%22network%22%3A%22lantern%22%7D';

describe.skipIf(!pagesAreBuilt)('a visitor who follows a partner’s link', () => {
  const test = useTestApp({ pages: pagesFolder });

  const open = (url: string, cookie = '', more: Record<string, string> = {}) =>
    test.app.server.inject({ url, headers: { host: 'localhost', accept: 'text/html', cookie, ...more } });
  const choose = (fields: Record<string, string>, cookie = '', more: Record<string, string> = {}) =>
    test.app.server.inject({
      method: 'POST',
      url: '/source-choice',
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        ...more,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const setSite = (values: object): Promise<void> => configureSite(test, values);
  const getCookies = (answer: { headers: Record<string, unknown> }): string[] =>
    [answer.headers['set-cookie'] ?? []].flat().map(String);

  it('is asked before anything is kept, in a form that works without a script (PII-09)', async () => {
    for (const path of ['/', '/landers/gallery', '/signup', '/terms', '/members']) {
      const answer = await open(`${path}?network=lantern&sub1=spring%20sale`);
      expect([path, getCookies(answer)]).toEqual([path, []]);
      expect(answer.body, path).toContain(question);
      expect(/<section[^>]* data-source=.*?<\/section>/s.exec(answer.body)?.[0]).not.toContain('checked');
      expect(answer.body).toContain('name="source" value="network=lantern&amp;sub1=spring%20sale"');
      const buttons = [...answer.body.matchAll(/<button(?=[^>]* name="choice")[^>]* value="(\w+)"/g)];
      expect(buttons.map(([, choice]) => choice)).toEqual(['no', 'yes']);
    }
  });

  it('is not asked without such a link, and neither is a member', async () => {
    expect((await open('/?email=x')).body).not.toContain(question);
    expect((await open('/?ref=a&ref=b')).body).not.toContain(question);
    const member = await test.member();
    const session = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await open('/terms?network=lantern&lb', session);
    expect([answer.body.includes(question), getCookies(answer)]).toEqual([false, []]);
  });

  it('gets an HttpOnly session cookie that keeps the link after saying yes (WEB-05)', async () => {
    const next = '/landers/gallery?network=lantern';
    const answer = await choose({ choice: 'yes', source: 'network=lantern&sub1=spring&email=x', next });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, next]);
    const [cookie = '', ...others] = getCookies(answer);
    expect(cookie).toMatch(/^trafficsource=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(decodeURIComponent(cookie)).toContain('{"network":"lantern","sub1":"spring"}');
    expect(others).toEqual([]);
    const after = await open('/?network=lantern', kept);
    expect([after.body.includes(question), getCookies(after)]).toEqual([false, []]);
    // The answer concerned one link; another link replaces it.
    expect(decodeURIComponent(getCookies(await open('/?network=other', kept)).join())).toContain('"other"');
  });

  it('has nothing but the no kept, not even an earlier link, and is not asked again (PII-09)', async () => {
    const answer = await choose({ choice: 'no', source: 'network=lantern', next: '/' }, `${kept}; dismissed=demo:1`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    const cookies = getCookies(answer);
    expect(cookies).toHaveLength(2);
    expect(cookies.find((cookie) => cookie.startsWith('trafficsource='))).toMatch(/^trafficsource=; .*Max-Age=0/);
    expect(cookies.find((cookie) => cookie.startsWith('dismissed='))).toMatch(/^dismissed=demo:1\.source:\d+; /);
    for (const path of ['/?network=lantern', '/landers/gallery?network=lantern&lb']) {
      const after = await open(path, 'dismissed=demo:1.source:2');
      expect([path, after.body.includes(question), getCookies(after)]).toEqual([path, false, []]);
      expect(after.body).not.toContain('sendBeacon');
    }
    const again = await choose({ choice: 'ask', next: '/cookies' }, 'dismissed=demo:1.source:2');
    expect(getCookies(again).join()).toMatch(/^dismissed=demo:1; /);
  });

  it('says no by Global Privacy Control, which no click on the page overrides (PII-09)', async () => {
    const signal = { 'sec-gpc': '1' };
    const answer = await open('/landers/gallery?network=lantern&lb', '', signal);
    expect([answer.body.includes(question), getCookies(answer)]).toEqual([false, []]);
    expect(answer.body).not.toContain('sendBeacon');
    const chosen = await choose({ choice: 'yes', source: 'network=lantern', next: '/' }, '', signal);
    expect(getCookies(chosen).join()).not.toMatch(/trafficsource=[^;]/);
    expect(getCookies(await open('/', kept, signal)).join()).toMatch(/^trafficsource=; .*Max-Age=0/);
  });

  it('is led back to the page, and to no other site', async () => {
    for (const next of ['https://elsewhere.example/', '//elsewhere.example', 'javascript:x', ''])
      expect((await choose({ choice: 'no', next })).headers.location).toBe('/');
    const foreign = await choose({ choice: 'yes', source: 'ref=x', next: '/' }, '', {
      origin: 'https://elsewhere.example',
    });
    expect([foreign.statusCode, getCookies(foreign)]).toEqual([403, []]);
  });

  it('can change the choice on the page about cookies in one click (LEG-11)', async () => {
    const buttons = async (cookie: string, more = {}) =>
      [...(await open('/cookies', cookie, more)).body.matchAll(/name="choice" value="(\w+)"/g)].map(
        ([, choice]) => choice,
      );
    expect(await buttons('')).toEqual(['no']);
    expect(await buttons(kept)).toEqual(['no']);
    expect(await buttons('dismissed=source:1')).toEqual(['ask']);
    expect(await buttons('', { 'sec-gpc': '1' })).toEqual([]);
  });

  it('has the link carried only by the page it led to, in its forms and links', async () => {
    const link = 'network=lantern&ref=a%26b%27c';
    const { body } = await open(`/?${link}`);
    const inHtml = 'network=lantern&amp;ref=a%26b%27c';
    expect(body).toContain(`href="/signup?${inHtml}"`);
    expect(body).toContain(`action="/signup?${inHtml}"`);
    expect(body.split(`name="source" value="${inHtml}"`)).toHaveLength(2);
    // Answers to the warning and to the question lead back to the same page.
    expect(body.split(`name="next" value="/?${inHtml}"`).length).toBeGreaterThan(2);
    // The value that its calls send in `x-source`.
    expect(body).toContain(`data-carried="${inHtml}"`);
    const plain = (await open('/')).body;
    expect([plain.includes('name="source"'), plain.includes('data-carried')]).toEqual([false, false]);
    expect((await open(`/?${link}`, kept)).body).not.toContain('data-carried');
  });

  it('sees every word of a member’s text, whatever link they came by', async () => {
    const about = 'I write __source__ and source-gap and data-carried, as anybody may';
    const author = await test.member();
    expect((await author.call('updateProfile', { about })).status).toBe(200);
    const path = `/members/${author.id}`;
    const reader = await test.member();
    const session = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const url of [path, `${path}?ref=friend`])
      expect([url, (await open(url, session)).body.includes(about)]).toEqual([url, true]);
  });

  it('may look around before signing up as the settings of the site say', async () => {
    const cookie = 'trafficsource=%7B%22ref%22%3A%22friend%22%7D';
    await setSite({ logged_out_search: false, logged_out_search_trafficsource: true });
    expect((await open('/members')).headers.location).toBe('/login?next=%2Fmembers');
    expect((await open('/members', cookie)).statusCode).toBe(200);
    expect((await open('/members?ref=friend')).statusCode).toBe(200);
    expect((await open('/', cookie)).body).toContain('href="/members"');
    expect((await open('/?ref=friend')).body).toContain('href="/members?ref=friend"');
    expect((await open('/')).body).not.toContain('href="/members"');
    const search = async (headers: Record<string, string>) =>
      (await test.client().call('searchProfiles', { country: 'NL' }, headers)).status;
    expect([await search({}), await search({ 'x-source': 'ref=friend' })]).toEqual([403, 200]);
    await setSite({ logged_out_search: true, logged_out_search_trafficsource: false });
    expect((await open('/members')).statusCode).toBe(200);
    expect((await open('/members', cookie)).statusCode).toBe(302);
    expect((await open('/members?ref=friend')).headers.location).toBe('/login?next=%2Fmembers&ref=friend');
    await setSite({});
  });

  it('can open a sign-up that is reserved for visitors of a traffic source', async () => {
    await setSite({ signups: 'with_trafficsource' });
    expect((await open('/signup')).body).not.toContain('name="password"');
    expect((await open('/signup?network=lantern')).body).toContain('name="password"');
    await setSite({});
  });
});
