import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { languages } from '../contract/platform/languages.ts';
import { niches } from '../contract/settings/niches.ts';
import { type LanderName, landers } from '../web/landers/lander-names.ts';
import { grounds } from '../web/platform/grounds.data.ts';
import { openPage, pagesAreBuilt, pagesFolder, extractText } from './support/pages.ts';
import { quickMember, configureSite } from './support/chat.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

/** The limit for a lander's scripts, compressed, in bytes. The product's goal is 15,000. */
const scriptMax = 2_000;

/** The extra limit for the question about a partner's link. */
const sourceScriptMax = 600;

const aboutMember = ['landing', 'landing2', 'landing3', 'signup'] as const;

/** How often each page marks a fictional profile: each picture once. */
const marks: Record<(typeof aboutMember)[number], number> = { landing: 2, landing2: 2, landing3: 1, signup: 1 };

function expectLittleScript(html: string, more = 0): void {
  expect(html).not.toMatch(/<script[^>]* src=|modulepreload/);
  const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text);
  expect(gzipSync(scripts.join('\n'), { level: 9 }).length).toBeLessThanOrEqual(scriptMax + more);
}

const readNiche = (html: string): string | undefined => /<html[^>]* data-niche="(\w+)"/.exec(html)?.[1];

const readToolbar = (html: string): (string | undefined)[] =>
  [...html.matchAll(/<meta name="theme-color" content="([^"]*)"/g)].map(([, color]) => color);

describe.skipIf(!pagesAreBuilt)('landers', () => {
  const test = useTestApp({ pages: pagesFolder });
  let member: TestClient;
  const open = (path: string, client = test.client()) => openPage(test, client, path);
  const motifs = new Set<string>();

  it.for([...landers, 'tinderswipe'])(
    '%s has its title, says that it is drawn, and has only its own script, of at most 2,000 bytes, and that of a partner’s link',
    async (name) => {
      const { status, html } = await open(`/landers/${name}`);
      expect([status, html.includes(' data-source=')]).toEqual([200, false]);
      const said = extractText(html);
      for (const id of [`landers.${name as LanderName}.title`, 'landers.drawn'] as const)
        expect(said).toContain(test.context.sentences.in('en')(id));
      expectLittleScript(html);
      const asking = await open(`/landers/${name}?network=lantern&sub1=spring&lb`);
      expect([asking.status, asking.html.includes(' data-source=')]).toEqual([200, true]);
      expectLittleScript(asking.html, sourceScriptMax);
    },
  );

  it.for(Object.entries(niches))(
    'have the colors, the sentence, the motif and the words of their niche, and of no other: %s',
    async ([id, niche]) => {
      const host = `${niche}.example`;
      await test.sql('insert into domains (host, niche) values ($1, $2)', [host, Number(id)]);
      test.context.sites.clear();
      const say = test.context.sentences.in('en');
      const [line, motif] = [say('landers.line', { niche }), say('landers.motif', { niche })];
      const words: Record<string, string> = {
        collagelanding: motif,
        gallery: motif,
        iconslanding: motif,
        socialnetwork: say('landers.socialnetwork.niche', { niche }),
        tinderswipe: say('landers.tinderswipe.niche', { niche }),
      };
      const icon = niche === 'default' ? '/icon.svg' : `/icons/${niche}.svg`;
      const drawn = new Set<string>();
      const check = (name: string, html: string): void => {
        const found = [...html.matchAll(/ data-motif="(\w+)"[^>]*>(.{300})/gs)];
        const motifsFound = found.map(([, one]) => one);
        expect([name, readNiche(html), ...motifsFound]).toEqual([name, niche, niche]);
        expect(html, name).toContain(`<link rel="icon" href="${icon}" type="image/svg+xml"/>`);
        expect(readToolbar(html), name).toEqual(Object.values(grounds[niche]));
        expect(extractText(html), name).toContain(words[name] ?? line);
        drawn.add(found[0]?.[2] ?? '');
      };
      for (const name of landers) {
        const { html } = await open(`/landers/${name}/${niche}`);
        expect(extractText(html), name).toContain(line);
        check(name, html);
      }
      // Its niche is always that of the site.
      const game = { url: '/landers/tinderswipe', headers: { host, accept: 'text/html' } };
      check('tinderswipe', (await test.app.server.inject(game)).body);
      expect(drawn.size).toBe(1);
      for (const drawing of drawn) {
        expect(motifs).not.toContain(drawing);
        motifs.add(drawing);
      }
    },
  );

  it('of an unknown name or niche are not found', async () => {
    expect((await open('/landers/nowhere')).status).toBe(404);
    expect((await open('/landers/video/nowhere')).status).toBe(404);
  });

  describe('about a member', () => {
    it('show name and form to visitors, and are kept out of search engines', async () => {
      member = await quickMember(test);
      const { name } = (await test.client().call('getProfile', { id: member.id })).body.profile;
      const onward = `/signup?next=${encodeURIComponent(`/members/${member.id}/chat`)}`;
      for (const path of aboutMember) {
        const { status, html, robots } = await open(`/members/${member.id}/${path}`);
        expect([path, status, robots]).toEqual([path, 200, 'noindex, nofollow']);
        expect(extractText(html)).toContain(name);
        expect(html).toContain('name="signup_message"');
        expect(html).toContain(` action="${onward}"`);
      }
    });

    it.for(aboutMember)('mark a fictional profile in every language, and no other (LEG-01): %s', async (path) => {
      const fictional = await quickMember(test, { fictional: true });
      for (const language of languages) {
        const say = test.context.sentences.in(language);
        const countMarks = async ({ id }: TestClient) => {
          const { html } = await open(`/members/${id}/${path}?lang=${language}`);
          return {
            marks: html.split(`>${say('common.fictional')}<`).length - 1,
            isSaid: extractText(html).includes(say('accounts.first-message-fictional')),
          };
        };
        expect(await countMarks(fictional), language).toEqual({ marks: marks[path], isSaid: true });
        if (language === 'en') expect(await countMarks(member)).toEqual({ marks: 0, isSaid: false });
      }
    });

    it.for(['landing', 'landing2', 'landing3'])(
      'have only their own script, of at most 2,000 bytes: %s',
      async (path) => {
        expectLittleScript((await open(`/members/${member.id}/${path}`)).html);
      },
    );

    it.for(['landing2', 'landing3'])('have the colors of the niche in their URL: %s', async (path) => {
      for (const niche of Object.values(niches))
        expect(readNiche((await open(`/members/${member.id}/${path}/${niche}`)).html)).toBe(niche);
    });

    it('link to the form for complaints, with the profile filled in (LEG-12)', async () => {
      const form = `/complaints?kind=rules&amp;url=${encodeURIComponent(`/members/${member.id}`)}`;
      for (const path of ['landing', 'landing2', 'landing3'])
        expect((await open(`/members/${member.id}/${path}`)).html).toContain(`<a href="${form}"`);
    });

    it('redirect members to the profile', async () => {
      const other = await quickMember(test);
      for (const path of aboutMember)
        expect(await open(`/members/${member.id}/${path}`, other)).toMatchObject({
          status: 302,
          location: `/members/${member.id}`,
        });
    });

    it.for(['invisible = true', "status = 'disabled'"])('are gone at once after %s', async (change) => {
      const gone = await quickMember(test);
      for (const path of aboutMember) expect((await open(`/members/${gone.id}/${path}`)).status).toBeLessThan(400);
      await test.sql(`update profiles set ${change} where member_id = $1`, [gone.id]);
      for (const path of aboutMember) expect((await open(`/members/${gone.id}/${path}`)).status, path).toBe(404);
    });

    it('are not found for an unknown member or niche', async () => {
      for (const path of aboutMember) {
        expect((await open(`/members/${randomUUID()}/${path}`)).status).toBe(404);
        expect((await open(`/members/nobody/${path}`)).status).toBe(404);
      }
      expect((await open(`/members/${member.id}/landing2/nowhere`)).status).toBe(404);
    });

    it('redirect to the sign-up if visitors may not see members', async () => {
      await configureSite(test, { logged_out_search: false });
      expect(await open(`/members/${member.id}/landing`)).toMatchObject({ status: 302, location: '/signup' });
    });
  });
});
