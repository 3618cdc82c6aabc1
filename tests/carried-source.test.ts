import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { quickMember, configureSite } from './support/chat.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { testPassword, useTestApp } from './support/test-app.ts';

const whole = {
  password: testPassword,
  gender: 'female',
  looking_for: 'male',
  birth_day: '12',
  birth_month: '4',
  birth_year: '1988',
  country: 'NL',
  town_name: 'Haarlem',
  accept_terms: '1',
  consent_sensitive: '1',
};

const unescaped = (text: string): string => text.replaceAll('&amp;', '&');
const findAction = (html: string, tag: string): string => {
  const form = [...html.matchAll(/<form\b[^>]*>/g)].map(([text]) => text).find((text) => text.includes(tag)) ?? '';
  return unescaped(/ action="([^"]*)"/.exec(form)?.[1] ?? '');
};

describe.skipIf(!pagesAreBuilt)('a partner’s link that is kept without a cookie', () => {
  const test = useTestApp({ pages: pagesFolder });

  const open = (url: string) =>
    test.app.server.inject({ url, headers: { host: 'localhost', accept: 'text/html', 'accept-language': 'en' } });
  const post = (url: string, fields: object) =>
    test.app.server.inject({
      method: 'POST',
      url,
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...fields }).toString(),
    });
  const setSite = (values: object): Promise<void> => configureSite(test, values);

  it('is carried until the account exists, even on cached pages, and never to another visitor', async () => {
    for (const network of ['net-one', 'net-two', 'net-three']) {
      const tracking = { network, ref: `${network}-ref`, sub1: 'a', sub2: "b&c='d", sub3: 'c' };
      const { body, headers } = await open(`/landers/gallery?${new URLSearchParams(tracking)}`);
      expect(headers['set-cookie']).toBeUndefined();
      expect(new Set(body.match(/net-(?:one|two|three)/g))).toEqual(new Set([network]));
      const join = findAction(body, 'id="join"');
      expect(join).toMatch(/^\/signup\?network=/);
      const email = `${randomUUID()}@example.org`;
      const begun = await post(join, { begin: '1', email });
      expect([begun.statusCode, begun.headers['set-cookie'], begun.body.includes(email)]).toEqual([
        200,
        undefined,
        true,
      ]);
      const answer = await post(findAction(begun.body, 'grid gap-5'), {
        ...whole,
        email,
        name: `Anna ${email.slice(0, 8)}`,
      });
      // The source is in the account, so the redirect need not carry it.
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/complete-signup']);
      expect(await test.sql('select tracking from members where email = $1', [email])).toEqual([{ tracking }]);
    }
  });

  it('opens a sign-up that is reserved for visitors of a traffic source, even after a reload', async () => {
    await setSite({ signups: 'with_trafficsource' });
    for (const path of ['/', '/landers/gallery', '/landers/tinderswipe']) {
      const { body } = await open(`${path}?network=lantern`);
      const join = findAction(body, path === '/' ? 'action="/signup' : 'id="join"');
      const begun = await post(join, { begin: '1', email: 'x@example.org' });
      for (const { body: form } of [begun, await open(join)]) {
        expect(form, path).toContain('name="password"');
        expect(findAction(form, 'grid gap-5')).toBe('/signup?network=lantern');
      }
    }
    expect((await open('/signup')).body).not.toContain('name="password"');
    await setSite({});
  });

  it('keeps the first message to a member whom only visitors of a traffic source may see', async () => {
    await setSite({ logged_out_search: false, logged_out_search_trafficsource: true });
    const { id } = await quickMember(test);
    for (const path of ['landing', 'landing2', 'landing3']) {
      const { body } = await open(`/members/${id}/${path}?network=lantern`);
      const join = findAction(body, 'id="join"');
      const fields = { begin: '1', next: `/members/${id}/chat`, signup_message: 'Was that you at the market?' };
      const begun = await post(join, fields);
      expect(/<textarea[^>]*name="signup_message"[^>]*>([^<]*)/.exec(begun.body)?.[1], path).toBe(
        fields.signup_message,
      );
      // The browser keeps the draft; the sign-up shows its field again.
      expect((await open(join)).body).toContain('name="signup_message"');
    }
    await setSite({});
  });

  it('is carried to the choice of a language, to the login and from a profile to the sign-up', async () => {
    const { body } = await open('/faq?x=a+b&network=lantern');
    const language = new RegExp('<form action="/lang-config"[^>]*><input type="hidden" name="next" value="([^"]*)"');
    expect(unescaped(language.exec(body)?.[1] ?? '')).toBe('/faq?x=a%20b&network=lantern');
    const signup = (await open('/signup?next=%2Fchats&network=lantern')).body;
    expect(signup).toContain('href="/login?next=%2Fchats&amp;network=lantern"');
    const { id } = await quickMember(test);
    const profile = (await open(`/members/${id}?network=lantern`)).body;
    expect(profile).toMatch(/href="\/signup\?next=[^"]*&amp;network=lantern"/);
  });

  it('is still there for a visitor who returns from the page for minors, which asks nothing', async () => {
    const { body } = await open('/landers/gallery?x=a+b&network=lantern');
    const [, leave = ''] = /<a href="(\/leave[^"]*)"/.exec(body) ?? [];
    expect(unescaped(leave)).toBe('/leave?next=%2Flanders%2Fgallery%3Fx%3Da%2520b&network=lantern');
    const left = (await open(unescaped(leave))).body;
    expect(left).toContain('href="/landers/gallery?x=a%20b&amp;network=lantern"');
    expect(left).not.toContain('data-source');
    expect((await open('/leave?next=https://elsewhere.example')).body).not.toContain('elsewhere');
  });
});
