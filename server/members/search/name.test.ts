import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { fold } from '../../../contract/platform/fold.ts';
import { searchPageSize } from '../../../contract/members/limits.ts';
import { cleanName, usernameError } from '../../../contract/accounts/username.ts';
import { insertProfiles } from '../../../tests/support/insert-profiles.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';

describe('a search by name', () => {
  const test = useTestApp({ env: { DEMO: '0' } });
  let anna: TestClient;
  beforeAll(async () => {
    anna = await test.member({ gender: 'female', country: 'NL', town: 'nl-haarlem' });
  });

  /** Adds a member with this name; a man by default. */
  async function called(name: string, fields: Record<string, unknown> = {}): Promise<string> {
    const [id = ''] = await insertProfiles(test, 1, fields);
    await test.sql('update profiles set name = $2 where member_id = $1', [id, name]);
    return id;
  }
  const find = async (name: string, query: object = {}): Promise<string[]> => {
    const { status, body } = await anna.call('searchProfiles', { country: 'all', name, ...query });
    expect(status).toBe(200);
    expect(body.numResults).toBe(body.results.length);
    return body.results.map((one) => one.name);
  };

  it('folds letters like text searches, except for four rare ones', async () => {
    const letters = Array.from({ length: 0x1f00 }, (_, code) => String.fromCodePoint(code))
      .filter((letter) => usernameError(`Ab${letter}`, '') === undefined)
      .map((letter) => cleanName(letter));
    expect(letters.length).toBeGreaterThan(500);
    const rows = await test.sql<{ letter: string; folded: string }>(
      'select letter, folded_name(letter) as folded from unnest($1::text[]) as letter',
      [letters],
    );
    const other = rows.filter(({ letter, folded }) => folded !== fold(letter)).map(({ letter }) => letter);
    // The index keeps these as they are: the capital ß, and three letters of medieval Welsh.
    expect([...new Set(other)].join('')).toBe('ẞỺỼỾ');
  });

  it('finds names by their beginning, whatever the case and accents, in name order', async () => {
    for (const name of [
      'Zoë-Marie',
      'zoetje',
      'ZOÉ',
      'Lazoe',
      'Zo',
      'Øyvind',
      'Oyvind2',
      'Łukasz',
      'Straße',
      'Ælfric',
      'İpek',
    ])
      await called(name);
    expect(await find('zoe')).toEqual(['ZOÉ', 'Zoë-Marie', 'zoetje']);
    expect(await find('ZÖE')).toEqual(['ZOÉ', 'Zoë-Marie', 'zoetje']);
    expect(await find(' zoe ')).toEqual(['ZOÉ', 'Zoë-Marie', 'zoetje']);
    expect(await find('oyv')).toEqual(['Øyvind', 'Oyvind2']);
    for (const [typed, name] of [
      ['luk', 'Łukasz'],
      ['strasse', 'Straße'],
      ['straß', 'Straße'],
      ['ael', 'Ælfric'],
      ['ip', 'İpek'],
    ] as const)
      expect(await find(typed)).toEqual([name]);
    for (const typed of ['%o', '_o', "zo'", 'zo\\', 'зо', '‮zo']) expect(await find(typed)).toEqual([]);
  });

  it('combines with other filters, and finds the same members by keys as by names', async () => {
    await called('Tibor', { hair_color: 'red', country: 'BE' });
    await called('Tibor2', { hair_color: 'grey' });
    expect(await find('tib')).toEqual(['Tibor', 'Tibor2']);
    expect(await find('tib', { hair_color: 'red' })).toEqual(['Tibor']);
    expect(await find('tib', { country: 'NL' })).toEqual(['Tibor2']);
    // With statistics, rare filters are looked up by keys.
    await test.sql('analyze profiles');
    expect(await find('tib', { hair_color: 'red' })).toEqual(['Tibor']);
    expect(await find('tib', { with_photo: true })).toEqual([]);
  });

  it('finds only members whom other searches would find, and reveals no hidden names', async () => {
    await called('Quinten');
    const blocked = await called('Quinten a');
    const blocker = await called('Quinten b');
    const hidden = await called('Quinten c');
    await called('Quinten d', { invisible: true });
    await called('Quinten e', { status: 'hidden' });
    await called('Quinten f', { status: 'disabled' });
    await called('Quinten g', { pool: randomUUID() });
    await called('Quinten h', { gender: 'female' });
    await called('Quinten i', { sexuality: 'gay' });
    await called('Quinten j', { main_photo: randomUUID(), main_photo_status: 'pending' });
    await anna.call('blockMember', { profile: blocked });
    await test.sql('insert into blocks values ($1, $2, now())', [blocker, anna.id]);
    await test.sql('insert into blocked_by values ($2, $1, now())', [blocker, anna.id]);
    await anna.call('hideMember', { profile: hidden });
    expect(await find('quinten')).toEqual(['Quinten']);
    await anna.call('unhideMember', { profile: hidden });
    expect(await find('quinten')).toEqual(['Quinten', 'Quinten c']);
  });

  it('finds a renamed member by the new name at once', async () => {
    const id = await called('Wessel');
    await test.sql(`update profiles set name = 'Yorick' where member_id = $1`, [id]);
    expect([await find('wessel'), await find('yor')]).toEqual([[], ['Yorick']]);
  });

  it('keeps one order across pages, whoever becomes active in the meantime', async () => {
    const names = Array.from({ length: searchPageSize + 6 }, (_, at) => `Kees ${String(at).padStart(2, '0')}`);
    for (const name of names.toReversed()) await called(name);
    const page = async (pageNumber: number) =>
      (await anna.call('searchProfiles', { name: 'kees', pageNumber })).body.results.map((one) => one.name);
    const first = await page(1);
    await test.sql(`update profiles set last_active_at = now() where name like 'Kees 2%'`);
    expect([...first, ...(await page(2))]).toEqual(names);
  });

  it('is ignored for visitors, refused for a single letter, and not kept in the saved search', async () => {
    const among = async (query: object) => (await test.client().call('searchProfiles', query)).body.numResults;
    expect(await among({ country: 'NL', name: 'kees' })).toBe(await among({ country: 'NL' }));
    expect((await anna.call('searchProfiles', { name: 'k' })).status).toBe(422);
    expect((await anna.call('updateUser', { search: { name: 'kees' } })).body).not.toMatchObject({
      user: { search: { name: 'kees' } },
    });
  });
});
