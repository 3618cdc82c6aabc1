import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../tests/support/test-app.ts';
import { distanceBands } from '../contract/geo-bands.ts';
import { type PlacedTown, distanceBand, distanceKm, townById } from '../server/geo/towns.ts';
import { fillPopulation } from './lib/fill-population.ts';
import { type InProcess, openInProcess } from './lib/in-process.ts';
import { type Viewer, findViewers, scenarios } from './lib/search-scenarios.ts';

function placeOf(town: string): PlacedTown {
  const place = townById(town);
  if (!place) throw new Error(`No town ${town}.`);
  return place;
}

describe('the search among a population', () => {
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

  it('finds in every scenario what a full scan finds, page by page', async () => {
    let found = 0;
    for (const viewer of viewers) {
      const call = await app.logIn(viewer.member_id);
      // The full scan knows the usual order within one country; the others have tests of their own.
      const usual = scenarios.filter(
        ({ everywhere, query }) => !everywhere && !('order' in query(viewer)) && !('name' in query(viewer)),
      );
      for (const scenario of usual) {
        const ids = await plainly(viewer, scenario.where(viewer, at).replace(/\bphoto\b/, `main_photo is not null`));
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
  async function plainly({ member_id: id, town: home }: Viewer, where: string): Promise<string[]> {
    const wants = (a: string, b: string): string => `case ${a}.sexuality when 'hetero' then ${b}.gender <> ${a}.gender
      when 'gay' then ${b}.gender = ${a}.gender when 'lesbian' then ${b}.gender = 'female' else true end`;
    const rows = await test.sql<{ member_id: string; town: string | null; last_active_at: Date }>(
      `select p.member_id, p.town, p.last_active_at from (select * from profiles where ${where}) p
         join profiles v on v.member_id = $1 and v.country = p.country and v.member_id <> p.member_id
        where p.status = 'active' and not p.invisible and p.main_photo_status is distinct from 'pending'
          and ${wants('v', 'p')} and ${wants('p', 'v')}
        order by p.last_active_at desc, p.member_id`,
      [id],
    );
    const rankOf = ({ town, last_active_at: active }: { town: string | null; last_active_at: Date }): number => {
      const secondsAgo = (at.getTime() - active.getTime()) / 1_000;
      const band = town ? distanceBands.indexOf(distanceBand(distanceKm(placeOf(home), placeOf(town)))) : 4;
      if (secondsAgo < 300) return band;
      return secondsAgo < 30 * 86_400 ? 10 + band : 20;
    };
    // Sorting is stable: within a rank, the latest active stay first.
    return rows.sort((a, b) => rankOf(a) - rankOf(b)).map(({ member_id: found }) => found);
  }
});
