import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { attributes, searchedAttributes } from '../../../contract/members/attributes.ts';
import { interestKeys, isExplicit } from '../../../contract/members/interests.ts';
import { searchPagesMax, shownMembersMax } from '../../../contract/members/limits.ts';
import { configureSite, quickMember } from '../../../tests/support/chat.ts';
import { insertProfiles } from '../../../tests/support/insert-profiles.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';

const explicitKeys = interestKeys.filter(isExplicit);
const plainKeys = interestKeys.filter((key) => !isExplicit(key));
const knoop = 'knoop.example';

describe('the data that a search must not reveal', () => {
  const test = useTestApp({ env: { DEMO: '0' } });
  let anna: TestClient;
  let viewer: TestClient;
  let visitor: TestClient;
  beforeAll(async () => {
    await test.sql(`insert into domains (host, niche) values ($1, 3)`, [knoop]);
    anna = await quickMember(test);
    viewer = await quickMember(test);
    await quickMember(test);
    visitor = test.client();
    await tell(anna, { hair_color: 'red', eye_color: 'green', body_type: 'slim', tattoos: 'many', languages: ['nl'] });
    await tell(anna, { relationship_status: 'divorced', sexuality: 'bi', town: 'nl-haarlem', region: 'NL-NH' });
    await tell(viewer, { town: 'nl-haarlem', region: 'NL-NH' });
  });
  afterEach(async () => {
    await showOnly(null);
    await tell(anna, { interests: ['hiking', 'art'], date_of_birth: '1990-05-17' });
  });

  const tell = async (member: TestClient, fields: Record<string, unknown>): Promise<void> => {
    const columns = Object.keys(fields).map((name, at) => `${name} = $${at + 2}`);
    await test.sql(`update profiles set ${columns.join(', ')} where member_id = $1`, [
      member.id,
      ...Object.values(fields),
    ]);
  };
  const showOnly = (fields: readonly string[] | null): Promise<void> =>
    configureSite(test, fields ? { visible_profile_fields: fields } : {});
  const find = async (client: TestClient, query: object = {}, host = 'localhost'): Promise<string[]> => {
    const { status, body } = await client.call('searchProfiles', { country: 'NL', ...query }, { host });
    expect([query, status]).toEqual([query, 200]);
    return body.results.map(({ id }) => id).toSorted();
  };
  const refused = async (client: TestClient, query: object, host = 'localhost'): Promise<boolean> =>
    (await client.call('searchProfiles', query, { host })).status === 422;

  const attributeQueries = searchedAttributes.flatMap((name) => attributes[name].map((value) => ({ [name]: value })));

  it('H4: a visitor learns nothing by trying every attribute and every interest in turn', async () => {
    await tell(anna, { interests: ['hiking', 'art'] });
    const all = await find(visitor);
    expect(all).toContain(anna.id);
    for (const query of [...attributeQueries, ...plainKeys.map((key) => ({ interests: key }))])
      expect([query, await find(visitor, query)]).toEqual([query, all]);
    expect(await find(viewer, { interests: 'hiking', hair_color: 'red', languages: 'nl,fi' })).toEqual([anna.id]);
  });

  it('H4: a field that a site leaves out of profiles cannot be filtered by', async () => {
    await showOnly(['about']);
    const all = await find(viewer);
    const hidden = [{ interests: 'hiking' }, { countryregion: 'NL-NH' }, { distance: '10' }, { sexuality: 'bi' }];
    for (const query of [...attributeQueries, ...hidden, { gender: 'male' }])
      expect([query, await find(viewer, query)]).toEqual([query, all]);
    await showOnly(['about', 'countryregion', 'eye_color']);
    expect(await find(viewer, { eye_color: 'green' })).toEqual([anna.id]);
    expect(await find(viewer, { hair_color: 'red' })).toEqual(all);
    expect(await find(visitor, { countryregion: 'NL-NH' })).toEqual([anna.id, viewer.id].toSorted());
  });

  it('H4: explicit interests exist only on niches that allow them', async () => {
    const bold = await quickMember(test);
    await test.sql('update members set site = $2 where member_id = $1', [bold.id, knoop]);
    const own = { interests: ['bondage', 'hiking'] };
    expect((await bold.call('updateProfile', { consent_sensitive: true, ...own }, { host: knoop })).status).toBe(200);
    await test.sql('update members set site = $2 where member_id = $1', [anna.id, knoop]);
    expect(await find(anna, { interests: 'bondage' }, knoop)).toEqual([bold.id]);
    const shown = await anna.call('getProfile', { id: bold.id }, { host: knoop });
    expect(shown.body.profile.interests).toEqual(own.interests);
    await test.sql(`update members set site = 'default' where member_id = $1`, [anna.id]);

    for (const key of explicitKeys) {
      expect([key, await refused(viewer, { interests: key }), await refused(visitor, { interests: key })]).toEqual([
        key,
        true,
        true,
      ]);
    }
    expect((await viewer.call('getProfile', { id: bold.id })).body.profile.interests).toEqual(['hiking']);
    const offered = (await viewer.call('listInterests')).body.interests.map(({ key }) => key);
    expect(offered).toEqual(plainKeys);
    expect((await viewer.call('getSettings')).body.interests.map(({ key }) => key)).toEqual(plainKeys);
  });

  it("H4: explicit interests are gone from a member's own profile and form on other niches", async () => {
    const moved = await quickMember(test);
    await test.sql('update members set sensitive_consent_at = now() where member_id = $1', [moved.id]);
    await tell(moved, { interests: ['bondage', 'hiking'] });
    expect((await moved.call('getUser')).body.user.profile.interests).toEqual(['hiking']);
    const kept = await moved.call('updateProfile', { interests: ['bondage', 'hiking'] });
    expect([kept.status, kept.body.fields]).toEqual([422, { interests: 'field.invalid' }]);
    const saved = await moved.call('updateProfile', { interests: ['hiking', 'art'] });
    expect([saved.status, saved.body.profile.interests]).toEqual([200, ['hiking', 'art']]);
  });

  describe('similar members', () => {
    const finns = new Set<string>();
    const near = async (fields: Record<string, unknown>): Promise<string> => {
      const member = await quickMember(test);
      await tell(member, { country: 'FI', ...fields });
      finns.add(member.id);
      return member.id;
    };
    // Members of other countries follow.
    const similarTo = async (id: string, client = viewer): Promise<string[]> =>
      (await client.call('listSimilar', { id })).body.results.flatMap((one) => (finns.has(one.id) ? [one.id] : []));
    /** Returns the date of birth of a member who turned `years` old `days` ago. */
    const born = (years: number, days: number): string => {
      const day = new Date(test.clock.now().getTime() - days * 86_400_000);
      return `${day.getUTCFullYear() - years}${day.toISOString().slice(4, 10).replace('-02-29', '-02-28')}`;
    };
    const at = (secondsAgo: number): Date => new Date(test.clock.now().getTime() - secondsAgo * 1_000);
    afterEach(() => test.sql(`update profiles set status = 'hidden' where country = 'FI'`));

    it('H4: are not ordered by interests that the viewer does not see', async () => {
      const like = await near({ interests: ['hiking', 'bondage'] });
      const idle = await near({ interests: [], last_active_at: at(1) });
      const bound = await near({ interests: ['bondage'], last_active_at: at(2) });
      const hiker = await near({ interests: ['hiking'], last_active_at: at(3) });
      expect(await similarTo(like)).toEqual([hiker, idle, bound]);
      expect(await similarTo(like, visitor)).toEqual([idle, bound, hiker].toSorted());
      await showOnly(['about']);
      expect(await similarTo(like)).toEqual([idle, bound, hiker]);
    });

    it('M2: are ordered by age in whole years, so that no order depends on a day of birth', async () => {
      const [older, younger] = [born(35, 300), born(35, 10)];
      const like = await near({});
      const first = await near({ date_of_birth: older, last_active_at: at(1) });
      const second = await near({ date_of_birth: younger, last_active_at: at(2) });
      const setBorn = (id: string, day: string) =>
        test.sql('update profiles set date_of_birth = $2 where member_id = $1', [id, day]);
      const orders = new Set<string>();
      for (const [one, other] of [
        [older, younger],
        [younger, older],
      ] as const) {
        await setBorn(first, one);
        await setBorn(second, other);
        for (let days = 0; days < 365; days += 8) {
          await setBorn(like, born(32 + (days % 6), days));
          orders.add((await similarTo(like)).join(' '));
        }
      }
      expect([...orders]).toEqual([`${first} ${second}`]);
    });

    it('M2: are still ordered by the closest age first', async () => {
      const like = await near({ date_of_birth: born(40, 40) });
      const far = await near({ date_of_birth: born(46, 1), last_active_at: at(1) });
      const close = await near({ date_of_birth: born(37, 360), last_active_at: at(2) });
      const same = await near({ date_of_birth: born(40, 200), last_active_at: at(3) });
      expect(await similarTo(like)).toEqual([same, close, far]);
    });
  });
});

describe('ABU-08: scraping members', () => {
  const test = useTestApp({ env: { DEMO: '0', RATE_LIMIT_FACTOR: '1' } });

  it('L9: is stopped after sixty pages of a search in a row, for members and visitors', async () => {
    for (const client of [await quickMember(test), test.client()]) {
      const statuses: number[] = [];
      for (let page = 1; page <= 70; page += 1)
        statuses.push((await client.call('searchProfiles', { pageNumber: page })).status);
      expect(statuses.slice(0, searchPagesMax)).toEqual(Array.from({ length: searchPagesMax }, () => 200));
      expect(new Set(statuses.slice(searchPagesMax))).toEqual(new Set([429]));
    }
    const other = await quickMember(test);
    expect((await other.call('searchProfiles')).status).toBe(200);
    // Listing towns and similar profiles does not count as searching.
    expect((await test.client().call('listTowns', { country: 'NL', query: 'haar' })).status).toBe(200);
    expect((await test.client().call('listSimilar', { id: other.id })).status).toBe(200);
  });

  it('is stopped after three hundred profiles in an hour', async () => {
    const scraper = await quickMember(test);
    const { id } = await quickMember(test);
    const statuses: number[] = [];
    for (let turn = 0; turn < 302; turn += 1) statuses.push((await scraper.call('getProfile', { id })).status);
    expect([statuses.indexOf(429), new Set(statuses.slice(300))]).toEqual([300, new Set([429])]);
  });

  it('L9: reaches at most 2,000 different members per account and day, however slowly it asks', async () => {
    // The other limits are reset with every window.
    for (const name of Object.keys(test.context.rateLimits) as (keyof typeof test.context.rateLimits)[])
      vi.spyOn(test.context.rateLimits, name).mockResolvedValue(undefined);
    const fill = (date_of_birth: string) =>
      insertProfiles(test, 1_200, { gender: 'female', sexuality: null, date_of_birth });
    const ids = new Set([...(await fill('1990-01-01')), ...(await fill('1970-01-01'))]);
    const scraper = await quickMember(test);
    const reached = new Set<string>();
    const refusals: unknown[] = [];
    for (const ages of [{ max_age: 40 }, { min_age: 50 }]) {
      for (let page = 1; page <= 50; page += 1) {
        const { status, body } = await scraper.call('searchProfiles', { ...ages, pageNumber: page });
        if (status === 429) refusals.push(body.error);
        else for (const { id } of body.results) reached.add(id);
      }
    }
    expect(reached.size).toBeLessThanOrEqual(shownMembersMax);
    expect(reached.size).toBeGreaterThan(shownMembersMax * 0.9);
    expect(new Set(refusals)).toEqual(new Set(['request.too-many']));
    // The scraper may reopen profiles that it was shown, and no others.
    const open = async (id: string | undefined, client = scraper): Promise<number> =>
      (await client.call('getProfile', { id })).status;
    expect(await open([...reached][0])).toBe(200);
    expect((await scraper.call('searchProfiles', { max_age: 40 })).status).toBe(200);
    const unseen = [...ids].filter((id) => !reached.has(id));
    const opened = await Promise.all(unseen.slice(0, 100).map((id) => open(id)));
    expect(opened.filter((status) => status === 429).length).toBeGreaterThan(50);
    expect(await open(unseen[0], await quickMember(test))).toBe(200);
    test.clock.move(24 * 3_600_000);
    expect(await open(unseen[0])).toBe(200);
  });
});
