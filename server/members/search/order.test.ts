import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { searchPageSize } from '../../../contract/members/limits.ts';
import { insertProfiles } from '../../../tests/support/insert-profiles.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { dayMs } from '../../platform/clock.ts';
import { distanceBand, distanceKm, townById } from '../../geo/towns.ts';
import { distanceBands, distancesKm } from '../../../contract/geo/geo-bands.ts';
import { neighbors } from '../../geo/neighbors.data.ts';

interface Man {
  member_id: MemberId;
  country: string;
  town: string | null;
  last_active_at: Date;
}

const farthest = distanceBands.length - 1;
/** In the middle of its country's rings, at a border of four neighbors, and where most towns are far away. */
const homes = [
  { country: 'NL', town: 'nl-haarlem' },
  { country: 'DE', town: 'de-koln' },
  { country: 'FI', town: 'fi-jyvaskyla' },
] as const;
type Home = (typeof homes)[number];
// For each home, towns in every ring, further away, across the border, in neighboring countries and in others.
const places = [
  ['NL', 'nl-haarlem'],
  ['NL', 'nl-amsterdam'],
  ['NL', 'nl-utrecht'],
  ['NL', 'nl-rotterdam'],
  ['NL', 'nl-groningen'],
  ['NL', null],
  ['BE', 'be-antwerpen'],
  ['BE', 'be-liege'],
  ['DE', 'de-koln'],
  ['DE', 'de-bonn'],
  ['DE', 'de-dortmund'],
  ['DE', 'de-frankfurt-am-main'],
  ['DE', 'de-berlin'],
  ['DE', 'de-munchen'],
  ['DE', null],
  ['FR', 'fr-marseille'],
  ['FR', null],
  ['FI', 'fi-jyvaskyla'],
  ['FI', 'fi-tampere'],
  ['FI', 'fi-helsinki'],
  ['FI', 'fi-rovaniemi'],
  ['SE', 'se-stockholm'],
  ['SE', 'se-malmo'],
  ['NZ', 'nz-wellington'],
  ['NZ', null],
] as const;
const secondsAgo = [10, 150, 250, 350, 4_000, 86_400, 29 * 86_400, 31 * 86_400, 300 * 86_400];

describe('the order of a search', () => {
  const test = useTestApp({ env: { DEMO: '0' } });
  let viewers: Map<Home, TestClient>;
  let men: Man[];

  const at = new Date();
  // The clock stands still, so that nobody goes offline between two pages.
  beforeEach(() => void vi.spyOn(test.clock, 'now').mockReturnValue(at));
  beforeAll(async () => {
    viewers = new Map();
    for (const home of homes) viewers.set(home, await test.member({ gender: 'female', ...home }));
    const now = at.getTime();
    men = await Promise.all(
      Array.from({ length: 250 }, async (_, n) => {
        const [country, town] = places[n % places.length]!;
        const last_active_at = new Date(now - (secondsAgo[n % secondsAgo.length]! * 1_000 + n * 7));
        const [member_id] = await insertProfiles(test, 1, { country, town, last_active_at });
        return { member_id: member_id!, country, town, last_active_at };
      }),
    );
  });

  /** Returns the place of a man in the order by distance: his ring, or beyond all rings his country. */
  function getPlace(home: Home, { country, town }: Man): number {
    const there = town === null ? undefined : townById(town);
    const band = there ? distanceBands.indexOf(distanceBand(distanceKm(townById(home.town)!, there))) : farthest;
    return band < farthest ? band : farthest + getLand(home, country);
  }

  const getLand = (home: Home, country: string): number =>
    country === home.country ? 0 : neighbors[home.country].some((one) => one === country) ? 1 : 2;

  /** Derives the product's order from a man's attributes. */
  function nearby(home: Home, man: Man): number[] {
    const age = at.getTime() - man.last_active_at.getTime();
    const tier = age < 300_000 ? 0 : age < 30 * dayMs ? 1 : 2;
    const land = getLand(home, man.country);
    return [tier, Math.min(1, land), tier === 2 ? land : getPlace(home, man)];
  }

  const nearest = (home: Home, man: Man): number[] => [getPlace(home, man)];

  function sort(home: Home, among: readonly Man[], rank: (home: Home, man: Man) => number[]): string[] {
    const ranked = among.map((man) => ({ man, ranks: [...rank(home, man), -man.last_active_at.getTime()] }));
    return ranked.sort((a, b) => compareRanks(a.ranks, b.ranks)).map(({ man }) => man.member_id);
  }

  function compareRanks(left: readonly number[], right: readonly number[]): number {
    const at = left.findIndex((part, place) => part !== right[place]);
    return at === -1 ? 0 : left[at]! - right[at]!;
  }

  async function findAll(home: Home, query: object): Promise<string[]> {
    const ids: string[] = [];
    for (let pageNumber = 1; ; pageNumber += 1) {
      const { status, body } = await viewers.get(home)!.call('searchProfiles', { ...query, pageNumber });
      expect(status).toBe(200);
      ids.push(...body.results.map(({ id }) => id));
      if (body.results.length < searchPageSize) return ids;
    }
  }

  const all = { country: 'all' };
  const byKeys = { min_age: 18, max_age: 37 };
  const isOnline = (man: Man): boolean => at.getTime() - man.last_active_at.getTime() < 300_000;

  describe.each(homes)('around $town', (home) => {
    const own = (): Man[] => men.filter(({ country }) => country === home.country);
    const within = (ring: number, among: readonly Man[] = men): Man[] =>
      among.filter((man) => getPlace(home, man) <= ring);

    it.each([{}, byKeys])(
      'puts online members first, then recently active, then others; own country and nearest first (%o)',
      async (also) => {
        expect(await findAll(home, { ...all, ...also })).toEqual(sort(home, men, nearby));
        expect(await findAll(home, also)).toEqual(sort(home, own(), nearby));
        expect(await findAll(home, { ...all, ...also, online: true })).toEqual(
          sort(home, men.filter(isOnline), nearby),
        );
      },
    );

    it.each([{}, byKeys])('goes by distance band if requested, then country, then activity (%o)', async (also) => {
      const order = { ...also, order: 'nearest' };
      expect(await findAll(home, { ...all, ...order })).toEqual(sort(home, men, nearest));
      expect(await findAll(home, order)).toEqual(sort(home, own(), nearest));
      expect(await findAll(home, { ...all, ...order, online: true })).toEqual(
        sort(home, men.filter(isOnline), nearest),
      );
    });

    it.each(['50', '250', '500'] as const)('holds within %s km, in the own country and in all', async (distance) => {
      const ring = distancesKm.indexOf(distance);
      for (const also of [{}, byKeys]) {
        const query = { ...also, distance };
        expect(await findAll(home, { ...query, ...all })).toEqual(sort(home, within(ring), nearby));
        expect(await findAll(home, query)).toEqual(sort(home, within(ring, own()), nearby));
        expect(await findAll(home, { ...query, ...all, order: 'nearest' })).toEqual(sort(home, within(ring), nearest));
      }
    });
  });

  it('goes by activity alone if requested', async () => {
    const latest = sort(homes[0], men, () => []);
    expect(await findAll(homes[0], { ...all, order: 'active' })).toEqual(latest);
  });

  it.each(['nearby', 'nearest'])('goes by country alone for a viewer without a town (%s)', async (order) => {
    const home = homes[1];
    const lands = (_home: Home, man: Man): number[] => {
      const [tier = 0] = nearby(home, man);
      return [order === 'nearby' ? tier : 0, getLand(home, man.country)];
    };
    const setTown = (town: string | null) =>
      test.sql('update profiles set town = $2 where member_id = $1', [viewers.get(home)!.id, town]);
    await setTown(null);
    const found = await Promise.all([{}, byKeys].map((also) => findAll(home, { ...all, ...also, order })));
    await setTown(home.town);
    expect(found).toEqual([sort(home, men, lands), sort(home, men, lands)]);
  });
});
