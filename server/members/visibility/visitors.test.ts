import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { type Country, countryCodes } from '../../../contract/platform/countries.ts';
import type { Image } from '../../../contract/members/operations.ts';
import { quickMember, openLink } from '../../../tests/support/chat.ts';
import { openPage, pagesAreBuilt, pagesFolder } from '../../../tests/support/pages.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { imageLinks } from '../../photos/links.ts';
import { savePhoto } from '../../photos/add-photo.ts';
import { stripes } from '../../../tests/support/photo-files.ts';
import { showsPhotoToVisitors } from './rules.ts';

const test = useTestApp({ env: { DEMO: '0' }, ...(pagesAreBuilt && { pages: pagesFolder }) });
let picture: Buffer;
beforeAll(async () => {
  picture = await sharp(stripes(64, 48)).png().toBuffer();
});

/** Creates a member (by default a real one in the Netherlands) who was last active this many seconds ago. */
async function present(secondsAgo: number, country = 'NL', fictional = false): Promise<TestClient> {
  const client = await quickMember(test, { fictional });
  const at = new Date(test.clock.now().getTime() - secondsAgo * 1_000);
  await test.sql('update profiles set last_active_at = $2, country = $3 where member_id = $1', [
    client.id,
    at,
    country,
  ]);
  return client;
}

async function man(country: string): Promise<TestClient> {
  const client = await present(0, country);
  await test.sql(`update profiles set gender = 'male' where member_id = $1`, [client.id]);
  return client;
}

const links = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/\/media\/[^"\\ ]+/g)].map(([link]) => link.replaceAll('&amp;', '&'));

const open = async (url: string, client?: TestClient) => (await openLink(test, url, client)).statusCode;

describe('the online status of a member', () => {
  it('is shown to members, but in no response to a visitor', async () => {
    const [here, there] = [await present(0), await present(0)];
    const answers = async (client: TestClient) => [
      (await client.call('searchProfiles', { country: 'NL' })).body,
      (await client.call('getProfile', { id: here.id })).body,
      (await client.call('listSimilar', { id: there.id })).body,
    ];
    for (const body of await answers(test.client())) {
      expect(JSON.stringify(body)).toContain(here.id);
      expect(JSON.stringify(body)).not.toMatch(/online|active|seen/);
    }
    const bert = await man('NL');
    for (const body of await answers(bert)) expect(JSON.stringify(body)).toContain('"online":true');
  });

  it('cannot be inferred by visitors from any filter or order of a search or of similar members', async () => {
    const all = await Promise.all([0, 10, 400, 86_400, 9_000_000].map((seconds) => present(seconds, 'FI')));
    const visitor = test.client();
    const search = async (query: object): Promise<string[]> =>
      (await visitor.call('searchProfiles', { country: 'FI', ...query })).body.results.map(({ id }) => id);
    const similar = async (): Promise<string[]> =>
      (await visitor.call('listSimilar', { id: all[0]?.id })).body.results.map(({ id }) => id);
    const look = async (): Promise<unknown> => [
      await search({}),
      await search({ min_age: 20, max_age: 60 }),
      await search({ country: 'all' }),
      await search({ online: true }),
      await similar(),
    ];
    const before = await look();
    expect(await search({ online: true })).toHaveLength(5);
    await test.sql(
      `update profiles set last_active_at = last_active_at + interval '1 day' * extract(epoch from $2::timestamptz - last_active_at) where member_id = any($1)`,
      [all.map(({ id }) => id), test.clock.now()],
    );
    expect(await look()).toEqual(before);
  });

  it.skipIf(!pagesAreBuilt)('appears on no page that the server renders for a visitor', async () => {
    const here = await present(0, 'SE');
    const bert = await man('SE');
    for (const path of [`/members/${here.id}`, '/members?country=SE', '/members?country=SE&online=1']) {
      // The page's own address appears in some of its links.
      const html = (await openPage(test, test.client(), path)).html.replaceAll(/online(=|%3D)1/g, '');
      expect([path, html.includes(here.id), /.{40}online.{30}/i.exec(html)?.[0]]).toEqual([path, true, undefined]);
      expect((await openPage(test, bert, path)).html).toMatch(/online/i);
    }
  });
});

describe('the visibility of a member’s photo to visitors', () => {
  const inside = 'NL BE FR IT ES DE AT IE GB PL DK FI NO SE'.split(' ');

  it('is off by default in the EU, the EEA and the UK, and on elsewhere and for fictional members', () => {
    const shown = (country: Country, chosen: boolean | null, fictional = false): boolean =>
      showsPhotoToVisitors({ visitors_see_photo: chosen, country, fictional });
    expect(countryCodes.filter((country) => !shown(country, null)).toSorted()).toEqual(inside.toSorted());
    for (const country of countryCodes)
      expect([shown(country, true), shown(country, false), shown(country, null, true)]).toEqual([true, false, true]);
  });

  it('is chosen by the member, and depends on the country until then', async () => {
    const anna = await present(0, 'US');
    const own = async (): Promise<boolean> => (await anna.call('getUser')).body.user.profile.visitors_see_photo;
    expect(await own()).toBe(true);
    await anna.call('updateProfile', { country: 'DE' });
    expect(await own()).toBe(false);
    await anna.call('updateProfile', { visitors_see_photo: true });
    expect(await own()).toBe(true);
    await anna.call('updateProfile', { about: 'Hello', country: 'NL' });
    expect(await own()).toBe(true);
    await anna.call('updateProfile', { country: 'US', visitors_see_photo: false });
    expect(await own()).toBe(false);
  });

  /** Collects all links to one member's photos that a client gets, from every response and page. */
  async function linksFor(client: TestClient, id: string, similarTo: string): Promise<string[]> {
    const found: unknown[] = [
      (await client.call('getProfile', { id })).body,
      (await client.call('searchProfiles', { country: 'all' })).body,
      (await client.call('listSimilar', { id: similarTo })).body,
    ];
    if (pagesAreBuilt)
      for (const path of [`/members/${id}`, '/members?country=all', `/members/${similarTo}`])
        found.push((await openPage(test, client, path)).html);
    return [...new Set(found.flatMap(links).filter((link) => link.includes(id)))];
  }

  it.each([
    ['DE', null, false],
    ['GB', null, false],
    ['DE', true, true],
    ['US', null, true],
    ['US', false, false],
  ] as const)('decides which pictures visitors get of a member in %s who chose %s', async (country, chosen, clear) => {
    const member = await present(0, country);
    const other = await present(0, country);
    await savePhoto(test.context, member.id, picture);
    await savePhoto(test.context, member.id, picture);
    if (chosen !== null) await member.call('updateProfile', { visitors_see_photo: chosen });
    const visitor = test.client();
    const { profile } = (await visitor.call('getProfile', { id: member.id })).body;
    expect([profile.main_image !== null, profile.main_blurred !== null]).toEqual([clear, !clear]);
    expect(profile.photos.map(({ main, locked }) => [main, locked])).toEqual([
      [true, !clear],
      [false, true],
    ]);
    const found = await linksFor(visitor, member.id, other.id);
    expect(found.length).toBeGreaterThan(0);
    expect(found.some((link) => !link.includes('/blurred.webp'))).toBe(clear);
    for (const link of found) expect([link, await open(link)]).toEqual([link, 200]);
    // A link made before the owner turned it off stops working.
    const main = toId<PhotoId>(profile.photos[0]?.id);
    const old = imageLinks(test.context, { kind: 'member', id: member.id }, main, 'approved', null) as Image;
    for (const link of [old.filename, old.match, old.thumb_filename])
      expect([link, await open(link)]).toEqual([link, clear ? 200 : 403]);
    const bert = await man(country);
    const seen = (await bert.call('getProfile', { id: member.id })).body.profile;
    expect([seen.main_image === null, seen.main_blurred]).toEqual([false, null]);
    expect(await open(seen.main_image?.filename ?? '', bert)).toBe(200);
  });
});
