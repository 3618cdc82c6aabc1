import { beforeAll, describe, expect, it } from 'vitest';

import { searchPageSize } from '../../../contract/members/limits.ts';
import { insertProfiles } from '../../../tests/support/insert-profiles.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { dayMs } from '../../platform/clock.ts';
import { distanceBand, distanceKm, townById } from '../../geo/towns.ts';
import { distanceBands } from '../../../contract/geo/geo-bands.ts';

interface Man {
  member_id: MemberId;
  country: string;
  town: string | null;
  last_active_at: Date;
}

const home = { country: 'NL', town: 'nl-haarlem' };
// Home, one town in each ring around it, one further away, and two in other countries, one across the border.
const places = [
  ['NL', 'nl-haarlem'],
  ['NL', 'nl-amsterdam'],
  ['NL', 'nl-utrecht'],
  ['NL', 'nl-rotterdam'],
  ['NL', 'nl-arnhem'],
  ['NL', 'nl-groningen'],
  ['NL', 'nl-maastricht'],
  ['NL', null],
  ['BE', 'be-antwerpen'],
  ['DE', 'de-berlin'],
  ['DE', null],
] as const;
const secondsAgo = [10, 150, 250, 350, 4_000, 86_400, 29 * 86_400, 31 * 86_400, 300 * 86_400];

describe('the order of a search', () => {
  const test = useTestApp({ env: { DEMO: '0' } });
  let anna: TestClient;
  let men: Man[];

  beforeAll(async () => {
    anna = await test.member({ gender: 'female', ...home });
    const now = test.clock.now().getTime();
    men = await Promise.all(
      Array.from({ length: 240 }, async (_, n) => {
        const [country, town] = places[n % places.length]!;
        const last_active_at = new Date(now - (secondsAgo[n % secondsAgo.length]! * 1_000 + n * 7));
        const [member_id] = await insertProfiles(test, 1, { country, town, last_active_at });
        return { member_id: member_id!, country, town, last_active_at };
      }),
    );
  });

  const getBand = (town: string | null): number => {
    const place = town && townById(town);
    return place
      ? distanceBands.indexOf(distanceBand(distanceKm(townById(home.town)!, place)))
      : distanceBands.length - 1;
  };

  /** The product's order, derived from each man's attributes. */
  function expected(among: readonly Man[]): string[] {
    const now = test.clock.now().getTime();
    const rank = ({ country, town, last_active_at: at }: Man): number[] => {
      const age = now - at.getTime();
      const tier = age < 300_000 ? 0 : age < 30 * dayMs ? 1 : 2;
      return [tier, country === home.country ? 0 : 1, tier === 2 ? 0 : getBand(town), -at.getTime()];
    };
    return [...among].sort((a, b) => compareRanks(rank(a), rank(b))).map(({ member_id }) => member_id);
  }

  function compareRanks(left: readonly number[], right: readonly number[]): number {
    const at = left.findIndex((part, place) => part !== right[place]);
    return at === -1 ? 0 : left[at]! - right[at]!;
  }

  async function findAll(query: object): Promise<string[]> {
    const ids: string[] = [];
    for (let pageNumber = 1; ; pageNumber += 1) {
      const { status, body } = await anna.call('searchProfiles', { ...query, pageNumber });
      expect(status).toBe(200);
      ids.push(...body.results.map(({ id }) => id));
      if (body.results.length < searchPageSize) return ids;
    }
  }

  const all = { country: 'all' };
  const byKeys = { min_age: 18, max_age: 37 };

  it('puts online members first, then recently active, then others; own country and nearest first', async () => {
    expect(await findAll(all)).toEqual(expected(men));
  });

  it('is the same when members are looked up by keys', async () => {
    expect(await findAll({ ...all, ...byKeys })).toEqual(expected(men));
  });

  it.each([{}, byKeys])('holds within the viewer’s own country, a distance and online members (%o)', async (also) => {
    const dutch = men.filter(({ country }) => country === 'NL');
    expect(await findAll({ ...also })).toEqual(expected(dutch));
    expect(await findAll({ ...also, distance: '50' })).toEqual(expected(dutch.filter(({ town }) => getBand(town) < 3)));
    const online = men.filter((man) => test.clock.now().getTime() - man.last_active_at.getTime() < 300_000);
    expect(await findAll({ ...all, ...also, online: true })).toEqual(expected(online));
  });

  it.each([{}, byKeys])('goes by distance band if requested, then own country, then activity (%o)', async (also) => {
    const nearest = (among: readonly Man[]): string[] => {
      const rank = ({ country, town, last_active_at: at }: Man): number[] => [
        getBand(town),
        getBand(town) === distanceBands.length - 1 && country !== home.country ? 1 : 0,
        -at.getTime(),
      ];
      return [...among].sort((a, b) => compareRanks(rank(a), rank(b))).map(({ member_id }) => member_id);
    };
    const order = { ...also, order: 'nearest' };
    expect(await findAll({ ...all, ...order })).toEqual(nearest(men));
    expect(await findAll(order)).toEqual(nearest(men.filter(({ country }) => country === 'NL')));
    const online = men.filter((man) => test.clock.now().getTime() - man.last_active_at.getTime() < 300_000);
    expect(await findAll({ ...all, ...order, online: true })).toEqual(nearest(online));
  });

  it('goes by activity alone if requested', async () => {
    const latest = [...men].sort((a, b) => b.last_active_at.getTime() - a.last_active_at.getTime());
    expect(await findAll({ ...all, order: 'active' })).toEqual(latest.map(({ member_id }) => member_id));
  });

  it('ignores distance bands for a viewer without a town', async () => {
    await test.sql('update profiles set town = null where member_id = $1', [anna.id]);
    const found = await findAll({ country: 'NL' });
    await test.sql('update profiles set town = $2 where member_id = $1', [anna.id, home.town]);
    const dutch = men.filter(({ country }) => country === 'NL');
    const latest = [...dutch].sort((a, b) => b.last_active_at.getTime() - a.last_active_at.getTime());
    expect(found).toEqual(latest.map(({ member_id }) => member_id));
  });
});
