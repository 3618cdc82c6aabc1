import { beforeAll, describe, expect, it } from 'vitest';

import { attributes } from '../../../contract/members/attributes.ts';
import { insertProfiles } from '../../../tests/support/insert-profiles.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { areCompatible } from '../../../tests/support/are-compatible.ts';

describe('the search', () => {
  const test = useTestApp({ env: { DEMO: '0' } });
  let anna: TestClient;
  beforeAll(async () => {
    anna = await test.member({ gender: 'female', country: 'NL', town: 'nl-haarlem' });
  });

  const add = (number: number, fields: Record<string, unknown> = {}): Promise<string[]> =>
    insertProfiles(test, number, fields);
  const clear = () => test.sql('update profiles set status = $1 where member_id <> $2', ['hidden', anna.id]);
  const find = async (query: object = {}, client = anna): Promise<string[]> => {
    const { status, body } = await client.call('searchProfiles', query);
    expect([status, body.error]).toEqual([200, undefined]);
    return body.results.map(({ id }) => id);
  };

  it('finds exactly the mutually compatible members, for every kind of member', async () => {
    await clear();
    const people: { id: string; gender: 'male' | 'female'; sexuality: 'hetero' | 'gay' | 'lesbian' | 'bi' | null }[] =
      [];
    for (const gender of attributes.gender) {
      for (const sexuality of [...attributes.sexuality, null]) {
        const [id] = await add(1, { gender, sexuality });
        people.push({ id: id as string, gender, sexuality });
      }
    }
    for (const gender of attributes.gender) {
      for (const sexuality of [...attributes.sexuality, null]) {
        await test.sql('update profiles set gender = $2, sexuality = $3 where member_id = $1', [
          anna.id,
          gender,
          sexuality,
        ]);
        const wanted = people.filter((other) => areCompatible({ gender, sexuality }, other));
        expect((await find()).toSorted(), `${gender} ${sexuality}`).toEqual(wanted.map(({ id }) => id).toSorted());
        const men = wanted.filter((other) => other.gender === 'male').map(({ id }) => id);
        expect((await find({ gender: 'male' })).toSorted()).toEqual(men.toSorted());
      }
    }
    await test.sql(`update profiles set gender = 'female', sexuality = 'hetero' where member_id = $1`, [anna.id]);
    expect((await find({ country: 'NL', gender: 'male' }, test.client())).toSorted()).toEqual(
      people
        .filter(({ gender }) => gender === 'male')
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('leaves out members who are invisible, disabled, banned, blocked, unapproved or in another pool', async () => {
    await clear();
    const [shown] = await add(1);
    await add(1, { invisible: true });
    await add(1, { status: 'disabled' });
    await add(1, { pool: 'elsewhere' });
    await add(1, { main_photo: '7f0a7a52-5a57-4a35-8b0f-30bd3ae8fd11', main_photo_status: 'pending' });
    const [banned, blocked] = await add(2);
    await test.sql(`update members set status = 'banned' where member_id = $1`, [banned]);
    await anna.call('blockMember', { profile: blocked });
    const bert = await test.member({ gender: 'male' });
    await bert.call('blockMember', { profile: anna.id });
    expect(await find()).toEqual([shown]);
    expect((await anna.call('searchProfiles')).body).toMatchObject({ numResults: 1, more: false, pageNumber: 1 });
  });

  it("filters by country (the viewer's own by default), region, age, interests, attributes, photo and presence", async () => {
    await clear();
    const now = test.clock.now();
    const year = now.getUTCFullYear();
    const day = now.toISOString().slice(4, 10).replace('-02-29', '-02-28');
    const [thirty] = await add(1, {
      date_of_birth: `${year - 30}${day}`,
      region: 'NL-NH',
      interests: ['music', 'art'],
    });
    const [almost] = await add(1, { date_of_birth: `${year - 30}-12-31`, region: 'NL-UT', interests: ['music'] });
    const [german] = await add(1, { country: 'DE', hair_color: 'red', eye_color: 'blue', languages: ['de', 'tr'] });
    const [seen] = await add(1, { main_photo: '7f0a7a52-5a57-4a35-8b0f-30bd3ae8fd11', main_photo_status: 'approved' });
    const [away] = await add(1, { last_active_at: new Date(now.getTime() - 600_000), hair_color: 'black' });
    expect(await find({ country: 'DE' })).toEqual([german]);
    expect(await find()).not.toContain(german);
    expect((await find({ country: 'all' })).toSorted()).toEqual([german, ...(await find())].toSorted());
    expect(await find({ country: 'all', hair_color: 'red' })).toEqual([german]);
    expect(await find({ countryregion: 'NL-NH' })).toEqual([thirty]);
    expect(await find({ min_age: 30, max_age: 30 })).toEqual([thirty]);
    expect(await find({ min_age: 29, max_age: 29 })).toEqual([almost]);
    expect(await find({ interests: 'music,art' })).toEqual([thirty]);
    expect((await find({ interests: 'music' })).toSorted()).toEqual([thirty, almost].toSorted());
    expect(await find({ country: 'DE', hair_color: 'black,red', eye_color: 'blue' })).toEqual([german]);
    expect(await find({ country: 'DE', languages: 'fi,tr' })).toEqual([german]);
    expect(await find({ country: 'DE', languages: 'fi' })).toEqual([]);
    expect(await find({ hair_color: 'black,red' })).toEqual([away]);
    expect(await find({ with_photo: true })).toEqual([seen]);
    expect(await find({ online: true })).not.toContain(away);
    expect((await find()).at(-1)).toBe(away);
  });

  it('PII-03 refuses unknown values, and ignores every other parameter', async () => {
    for (const query of [
      { hair_color: 'red,plaid' },
      { interests: 'unheard_of' },
      { languages: 'fi,klingon' },
      { distance: '7' },
      { min_age: 17 },
      { min_age: 'NaN' },
      { max_age: 1e9 },
      { pageNumber: 0 },
      { pageNumber: 1_001 },
      { gender: 'x' },
      { name: 'x' },
      { name: '  ' },
      { country: `NL' or 1=1` },
    ]) {
      expect([query, (await anna.call('searchProfiles', query)).status]).toEqual([query, 422]);
    }
    const plain = await anna.call('searchProfiles');
    for (const name of ['email', 'phone', 'date_of_birth', 'lat', 'lon', 'town', 'q', 'sort', 'member_id']) {
      expect((await anna.call('searchProfiles', { [name]: 'x' })).body).toEqual(plain.body);
    }
  });

  it('LOC-02 LOC-04 shows distances between towns as bands, and sorts by nothing finer', async () => {
    await clear();
    const at = (seconds: number): Date => new Date(test.clock.now().getTime() - seconds * 1_000);
    const [far] = await add(1, { town: 'nl-maastricht', last_active_at: at(1) });
    const [utrecht] = await add(1, { town: 'nl-utrecht', last_active_at: at(2) });
    const [hague] = await add(1, { town: 'nl-den-haag', last_active_at: at(3) });
    const [here] = await add(1, { town: 'nl-haarlem', last_active_at: at(4) });
    const [nowhere] = await add(1, { town: null, last_active_at: at(5) });
    const { results } = (await anna.call('searchProfiles')).body;
    // Within one distance band, the latest active comes first, whichever is nearer.
    expect(results.map(({ id, distance }) => [id, distance])).toEqual([
      [here, '<10'],
      [utrecht, '25-50'],
      [hague, '25-50'],
      [far, '100-250'],
      [nowhere, null],
    ]);
    await test.sql('update profiles set last_active_at = $2 where member_id = $1', [hague, at(1)]);
    expect(await find({ distance: '10' })).toEqual([here]);
    expect(await find({ distance: '50' })).toEqual([here, hague, utrecht]);
    expect(await find({ distance: '100' })).toEqual([here, hague, utrecht]);
    for (const distance of ['250', '500']) expect(await find({ distance })).toEqual([here, hague, utrecht, far]);
    expect(JSON.stringify(results)).not.toMatch(/"(lat|lon|latitude|longitude|km)"/);
    await anna.call('updateProfile', { town: null });
    expect(await find({ distance: '100' })).toEqual([]);
    await anna.call('updateProfile', { town: 'nl-haarlem' });
    expect(await find({ distance: '25', country: 'NL' }, test.client())).toEqual([]);
  });

  it('counts exactly to 1,000, sets "more" above, and pages without gaps or repetitions', async () => {
    await clear();
    const ids = await add(1_000);
    const total = async () => {
      const { numResults, more } = (await anna.call('searchProfiles')).body;
      return [numResults, more];
    };
    expect(await total()).toEqual([1_000, false]);
    ids.push(...(await add(30, { last_active_at: new Date(test.clock.now().getTime() - 3_600_000) })));
    expect(await total()).toEqual([1_000, true]);
    const found: string[] = [];
    for (let page = 1; page <= 43; page += 1) found.push(...(await find({ pageNumber: page })));
    expect(found).toHaveLength(1_030);
    expect(new Set(found)).toEqual(new Set(ids));
    expect(new Set(found.slice(-30))).toEqual(new Set(ids.slice(-30)));
    expect(await find({ pageNumber: 61 })).toEqual([]);
    expect((await find({ pageNumber: 1 })).length).toBe(24);
  });

  it('lists similar members of the same gender and age, the same country first, then ever further, closest in interests first', async () => {
    await clear();
    const [like] = await add(1, { interests: ['music', 'art', 'beer'], date_of_birth: '1990-06-01' });
    const [closest] = await add(1, { interests: ['music', 'art'], date_of_birth: '1990-07-01' });
    const [older] = await add(1, { interests: ['music'], date_of_birth: '1984-01-01' });
    const [plain] = await add(1, { date_of_birth: '1990-05-01' });
    await add(1, { date_of_birth: '1970-01-01' });
    const [other] = await add(1, { country: 'FI', interests: ['music', 'art', 'beer'] });
    const [german] = await add(1, { country: 'DE', interests: ['music', 'art'] });
    const [near] = await add(1, { country: 'FR', town: 'fr-lille', interests: ['music'] });
    await add(1, { country: 'DE', date_of_birth: '1970-01-01' });
    await add(1, { gender: 'female' });
    await add(1, { sexuality: 'gay' });
    const { body } = await anna.call('listSimilar', { id: like });
    expect(body.results.map(({ id }) => id)).toEqual([closest, older, plain, near, german, other]);
    expect(body.numResults).toBe(6);
    await add(20);
    expect((await anna.call('listSimilar', { id: like })).body.numResults).toBe(8);
    const [woman] = await add(1, { gender: 'female' });
    const { status, body: none } = await anna.call('listSimilar', { id: woman });
    expect([status, none]).toEqual([200, { results: [], numResults: 0 }]);
  });
});
