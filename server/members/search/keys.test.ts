import { describe, expect, it } from 'vitest';

import { profileAttributes } from '../../../contract/members/attributes.ts';
import { useTestApp } from '../../../tests/support/test-app.ts';
import { countByKeys, countLatest, findByKeys, listLatest } from './queries.ts';
import type { Filters } from './filters.ts';
import { groupsFor } from '../rules.ts';
import { segmentKeys, listSearchKeys } from './keys.ts';

describe('the keys of a search', () => {
  const test = useTestApp();

  const nobody: Filters = { viewerId: null, pool: 'default', fictional: true, groups: [], chosen: {} };
  const men = { ...nobody, groups: groupsFor(null, 'male'), country: 'NL' };

  it('form one list per filter, and match the keys that the database derives from a profile', async () => {
    const bert = await test.member({ gender: 'male', town: 'nl-haarlem', date_of_birth: '1990-05-17' });
    await bert.call('updateProfile', {
      hair_color: 'red',
      tattoos: 'none',
      interests: ['music', 'art'],
      languages: ['nl', 'tr'],
    });
    const [row] = await test.sql<{ keys: string[] }>(
      `select search_keys(segment_of(pool, country, gender, sexuality), date_of_birth, 'approved', region, town,
                          ${profileAttributes.join(', ')}, interests, languages) as keys from profiles where member_id = $1`,
      [bert.id],
    );
    const filters: Filters = {
      ...men,
      region: 'NL-NH',
      towns: ['nl-haarlem', 'nl-amsterdam'],
      bornUntil: '1995-01-01',
      bornAfter: '1988-01-01',
      interests: ['music', 'art'],
      chosen: { hair_color: ['red', 'grey'], tattoos: ['none'], languages: ['nl', 'tr', 'uk'] },
      withPhoto: true,
    };
    const lists = [...listSearchKeys(filters), segmentKeys(filters)];
    expect(lists).toHaveLength(10);
    for (const list of lists) expect(list.some((key) => row?.keys.includes(key))).toBe(true);
    expect(row?.keys.filter((key) => !lists.flat().includes(key))).toEqual([]);
    expect(listSearchKeys({ ...men, bornUntil: '1995-01-01', bornAfter: '1955-01-01' })).toEqual([]);
  });

  it('find the same members as a scan of the latest, with every plan', async () => {
    const a = await test.member({ gender: 'male', country: 'DE', town: 'de-berlin' });
    const b = await test.member({ gender: 'male', country: 'DE', town: 'de-berlin' });
    const c = await test.member({ gender: 'female', country: 'DE', town: 'de-berlin' });
    for (const [one, languages] of [
      [a, ['de', 'en']],
      [c, ['uk']],
    ] as const)
      await one.call('updateProfile', { eye_color: 'amber', interests: ['yoga'], languages: [...languages] });
    const filters: Filters = {
      ...nobody,
      viewerId: b.id,
      groups: groupsFor(null, undefined),
      chosen: { eye_color: ['amber', 'hazel'], languages: ['en', 'uk'] },
      interests: ['yoga'],
    };
    for (const country of ['DE', undefined]) {
      const wanted = { ...filters, country };
      const byKeys = findByKeys(wanted, listSearchKeys(wanted), { page: 1, most: 10, now: new Date() });
      const latest = listLatest(wanted, 1);
      const counts = [countByKeys(wanted, listSearchKeys(wanted), 1_000), countLatest(wanted, 1_000)];
      const [keys] = await test.sql<{ ids: string[] }>(byKeys.text, byKeys.values);
      expect(keys).toMatchObject({ candidates: 2, found: 2 });
      expect(keys?.ids.toSorted()).toEqual([a.id, c.id].toSorted());
      expect(await test.sql(latest.text, latest.values)).toEqual(keys?.ids.map((member_id) => ({ member_id })));
      for (const { text, values } of counts) expect(await test.sql(text, values)).toEqual([{ found: 2 }]);
    }
  });

  it('follow members who move, become active, turn invisible, are banned or await a photo check', async () => {
    const dora = await test.member({ gender: 'female', country: 'AT', town: 'at-oberwart' });
    const listed = async () =>
      (
        await test.sql<{ line: string }>(
          `select split_part(segment, '/', 2) || ' ' || (s.last_active_at = p.last_active_at) || ' ' || photo as line
           from searchable s join profiles p using (member_id) where member_id = $1`,
          [dora.id],
        )
      ).map(({ line }) => line);
    expect(await listed()).toEqual(['AT true false']);
    await dora.call('updateProfile', { country: 'NL', invisible: false });
    await test.sql(`update profiles set last_active_at = last_active_at + interval '1 hour' where member_id = $1`, [
      dora.id,
    ]);
    expect(await listed()).toEqual(['NL true false']);
    await dora.call('updateProfile', { invisible: true });
    expect(await listed()).toEqual([]);
    await dora.call('updateProfile', { invisible: false });
    await test.sql(`update profiles set main_photo = member_id, main_photo_status = 'pending' where member_id = $1`, [
      dora.id,
    ]);
    expect(await listed()).toEqual([]);
    await test.sql(`update profiles set main_photo_status = 'approved' where member_id = $1`, [dora.id]);
    expect(await listed()).toEqual(['NL true true']);
    await test.sql(`update members set status = 'banned' where member_id = $1`, [dora.id]);
    expect(await listed()).toEqual([]);
  });
});
