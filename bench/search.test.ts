import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { distanceBands } from '../contract/geo/geo-bands.ts';
import type { Country } from '../contract/platform/countries.ts';
import { neighbors } from '../server/geo/neighbors.data.ts';
import { distanceBand, distanceKm, townById, type PlacedTown } from '../server/geo/towns.ts';
import { createTestApp, type TestApp } from '../tests/support/test-app.ts';
import { openInProcess, type InProcess } from './lib/in-process.ts';
import { fillPopulation } from './lib/population.ts';
import { findViewers } from './search.ts';
import { scenarios, type SearchScenario, type Viewer } from './search-scenarios.data.ts';

/** The columns that determine a search's order. */
interface Found {
  member_id: string;
  country: string;
  town: string | null;
  last_active_at: Date;
}

const farthest = distanceBands.length - 1;

function getPlace(town: string): PlacedTown {
  const place = townById(town);
  if (!place) throw new Error(`No town ${town}.`);
  return place;
}

describe('the search in a population', () => {
  let test: TestApp;
  let app: InProcess;
  let viewers: Viewer[];
  const at = new Date();
  beforeAll(async () => {
    test = await createTestApp();
    await fillPopulation(test.context.database.pool, 3_000);
    viewers = await findViewers(test.context.database.pool, 3);
    app = await openInProcess({ ...test.context.database.pool.options } as never, at);
  });
  afterAll(async () => {
    await app.close();
    await test.close();
  });

  it('finds the same members as a full scan in every scenario, page by page', async () => {
    let found = 0;
    for (const viewer of viewers) {
      const call = await app.logIn(viewer.member_id);
      for (const scenario of scenarios) {
        const ids = await plainly(viewer, scenario);
        const { results, numResults, more } = await call('searchProfiles', scenario.query(viewer));
        expect([scenario.name, results.map(({ id }) => id)]).toEqual([scenario.name, ids.slice(0, 24)]);
        expect([numResults, more]).toEqual([Math.min(1_000, ids.length), ids.length > 1_000]);
        const second = await call('searchProfiles', { ...scenario.query(viewer), pageNumber: 2 });
        expect(second.results.map(({ id }) => id)).toEqual(ids.slice(24, 48));
        found += ids.length;
      }
    }
    expect(found).toBeGreaterThan(100);
  });

  /** Scans all profiles, with an independent statement of the rules. */
  async function plainly(viewer: Viewer, scenario: SearchScenario): Promise<string[]> {
    const { name, order } = scenario.query(viewer) as { name?: string; order?: 'nearest' };
    const wants = (a: string, b: string): string => `case ${a}.sexuality when 'hetero' then ${b}.gender <> ${a}.gender
      when 'gay' then ${b}.gender = ${a}.gender when 'lesbian' then ${b}.gender = 'female' else true end`;
    const where = scenario.where(viewer, at).replace(/\bphoto\b/, `main_photo is not null`);
    const rows = await test.sql<Found>(
      `select p.member_id, p.country, p.town, p.last_active_at from (select * from profiles where ${where}) p
         join profiles v on v.member_id = $1 and v.member_id <> p.member_id
        where p.status = 'active' and not p.invisible and p.main_photo_status is distinct from 'pending'
          and ${wants('v', 'p')} and ${wants('p', 'v')}
          and ($2 or p.country = v.country) and starts_with(lower(p.name), lower($3))
        order by ${name === undefined ? 'p.last_active_at desc' : 'lower(p.name) collate "C"'}, p.member_id`,
      [viewer.member_id, scenario.everywhere === true, name ?? ''],
    );
    if (name === undefined) {
      const rank = order === 'nearest' ? rankByDistance : rankByActivity;
      // Sorting is stable, so within a rank the latest active stay first.
      rows.sort((a, b) => rank(viewer, a) - rank(viewer, b));
    }
    return rows.map(({ member_id: id }) => id);
  }

  const getLand = (viewer: Viewer, { country }: Found): number =>
    country === viewer.country ? 0 : neighbors[viewer.country as Country].some((one) => one === country) ? 1 : 2;

  function rankByDistance(viewer: Viewer, found: Found): number {
    const { town } = found;
    const km = town ? distanceKm(getPlace(viewer.town), getPlace(town)) : Infinity;
    const band = distanceBands.indexOf(distanceBand(km));
    return band === farthest ? band + getLand(viewer, found) : band;
  }

  function rankByActivity(viewer: Viewer, found: Found): number {
    const secondsAgo = (at.getTime() - found.last_active_at.getTime()) / 1_000;
    const tier = secondsAgo < 300 ? 0 : secondsAgo < 30 * 86_400 ? 1 : 2;
    const land = getLand(viewer, found);
    return 1_000 * tier + 100 * Math.min(1, land) + (tier === 2 ? land : rankByDistance(viewer, found));
  }
});
