import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { clearSiteCache } from '../server/settings/find-site.ts';
import { landers } from '../web/landers/lander-names.ts';
import { openPage, pagesAreBuilt, pagesFolder, wordsOf } from './support/pages.ts';
import { quickMember } from './support/chat.ts';
import { type TestApp, type TestClient, createTestApp } from './support/test-app.ts';

/** What the scripts of a lander may weigh, compressed, in bytes. The goal of the product is 15,000. */
const scriptMax = 2_000;

const aboutMember = ['landing', 'landing2', 'landing3', 'signup'];

describe.skipIf(!pagesAreBuilt)('landers', () => {
  let test: TestApp;
  let member: TestClient;
  beforeAll(async () => {
    test = await createTestApp({ pages: pagesFolder });
  });
  afterAll(() => test.close());
  const open = (path: string, client = test.client()) => openPage(test, client, path);

  it.for([...landers, 'tinderswipe'])('%s has no script but its own, of at most 2,000 bytes', async (name) => {
    const { status, html } = await open(`/landers/${name}`);
    expect(status).toBe(200);
    expect(html).not.toMatch(/<script[^>]* src=|modulepreload/);
    const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text);
    expect(gzipSync(scripts.join('\n'), { level: 9 }).length).toBeLessThanOrEqual(scriptMax);
  });

  it('of a name or niche that is not there are not found', async () => {
    expect((await open('/landers/nowhere')).status).toBe(404);
    expect((await open('/landers/video/nowhere')).status).toBe(404);
  });

  describe('about a member', () => {
    it('show name and form to visitors, and are kept out of search engines', async () => {
      member = await quickMember(test);
      const { name } = (await test.client().call('getProfile', { id: member.id })).body.profile;
      for (const path of aboutMember.slice(0, 3)) {
        const { status, html, robots } = await open(`/members/${member.id}/${path}`);
        expect([path, status, robots]).toEqual([path, 200, 'noindex, nofollow']);
        expect(wordsOf(html)).toContain(name);
        expect(html).toContain('name="signup_message"');
      }
      const onward = `/signup?next=${encodeURIComponent(`/members/${member.id}/chat`)}`;
      expect(await open(`/members/${member.id}/signup`)).toMatchObject({ status: 302, location: onward });
    });

    it('lead members to the profile', async () => {
      const other = await quickMember(test);
      for (const path of aboutMember)
        expect(await open(`/members/${member.id}/${path}`, other)).toMatchObject({
          status: 302,
          location: `/members/${member.id}`,
        });
    });

    it.for(['invisible = true', "status = 'disabled'"])('are not found at once after %s', async (change) => {
      const gone = await quickMember(test);
      for (const path of aboutMember) expect((await open(`/members/${gone.id}/${path}`)).status).toBeLessThan(400);
      await test.sql(`update profiles set ${change} where member_id = $1`, [gone.id]);
      for (const path of aboutMember) expect((await open(`/members/${gone.id}/${path}`)).status, path).toBe(404);
    });

    it('who does not exist, or of a niche that does not, are not found', async () => {
      for (const path of aboutMember) {
        expect((await open(`/members/${randomUUID()}/${path}`)).status).toBe(404);
        expect((await open(`/members/nobody/${path}`)).status).toBe(404);
      }
      expect((await open(`/members/${member.id}/landing2/nowhere`)).status).toBe(404);
    });

    it('lead to the sign-up where visitors may not see members', async () => {
      await test.sql(`update setting_scopes set values = '{"logged_out_search": false}' where scope = 'default'`);
      clearSiteCache();
      expect(await open(`/members/${member.id}/landing`)).toMatchObject({ status: 302, location: '/signup' });
    });
  });
});
