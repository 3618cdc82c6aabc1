import { describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { distanceBands } from '../../../contract/geo/geo-bands.ts';
import { townRings } from '../../geo/towns.ts';
import { chooseQueryPlan } from './choose-plan.ts';
import type { Filters } from './filters.ts';
import { buildSlices } from './slices.ts';

it('the query plan of a search is keys if few match, a scan if many do, and both in between', () => {
  const counts = new Map(Object.entries({ all: 200_000, half: 100_000, some: 10_000, few: 500 }));
  const inputs = { known: { counts, rarest: 50 }, segment: ['all'], pageEnd: 24, isNearby: false, count: 1_100 };
  const cases: [string[][], Partial<typeof inputs & { towns: number }>, string][] = [
    [[], {}, 'latest'],
    [[['half']], {}, 'latest'],
    [[['half'], ['half']], { pageEnd: 240 }, 'latest'],
    [[['few']], {}, 'keys'],
    [[['never counted']], {}, 'keys'],
    [[['some'], ['some']], { pageEnd: 240 }, 'keys'],
    [[[]], {}, 'keys'],
    [[['some']], {}, 'scan-and-count'],
    // Many nearby towns would have to be read as far as the page.
    [[['some']], { isNearby: true, towns: 1 }, 'scan-and-count'],
    [[['some']], { isNearby: true, towns: 60 }, 'keys'],
    // Without statistics, all keys count as rare.
    [[['half']], { known: { counts: new Map<string, number>(), rarest: 0 } }, 'keys'],
  ];
  for (const [keys, changes, plan] of cases)
    expect([keys, changes, chooseQueryPlan(keys, { ...inputs, ...changes }).plan]).toEqual([keys, changes, plan]);
  expect(chooseQueryPlan([['some', 'few']], inputs).expected).toBe(10_500);
});

const now = new Date('2026-11-22T12:00:00Z');
const home = { country: 'NL', rings: townRings('nl-haarlem') } as const;
const filters: Filters = {
  viewerId: toId('8c9e6679-7425-40de-944b-e07fc1f90ae7'),
  pool: 'default',
  fictional: false,
  groups: [{ gender: 'male', seeks: 'female' }],
  chosen: {},
  home,
};

/** Lists the places of each part, in the order of the result; each country has one segment here. */
function places(isFew: boolean, narrowed: Partial<Filters> = {}): string[] {
  return buildSlices({ ...filters, ...narrowed }, now, { isFew }).flatMap(({ near, scans, after, until }) => {
    const when = `${after?.toISOString() ?? ''} to ${until?.toISOString() ?? ''}`;
    const scanned = scans.flatMap(({ segments, band, towns = ['others'], rings = [] }) =>
      [{ band, towns }, ...rings].flatMap((ring) =>
        segments.flatMap((segment) => ring.towns.map((town) => ({ segment, town, band: ring.band }))),
      ),
    );
    const isThere = ({ segment, town }: { segment: string; town: string }): boolean =>
      town === 'others' || segment.includes(`/${town.slice(0, 2).toUpperCase()}/`);
    return [...near, ...scanned.filter(isThere)]
      .map(({ segment, town, band }) => `${when}: ${band} ${segment} ${town}`)
      .toSorted();
  });
}

describe('the parts of a result', () => {
  it('list the same places in the same order, whether rings are read together or one by one', () => {
    const narrowings = [{}, { country: 'NL' }, { country: 'BE' }, { region: 'NL-UT', country: 'NL' }];
    for (const narrowed of [...narrowings, { towns: ['nl-utrecht'] }]) {
      expect(places(true, narrowed)).toEqual(places(false, narrowed));
      expect([narrowed, places(true, narrowed).length]).not.toEqual([narrowed, 0]);
    }
  });

  it('are fewer if few members match', () => {
    const count = (isFew: boolean): number => buildSlices({ ...filters, country: 'NL' }, now, { isFew }).length;
    expect([count(false), count(true)]).toEqual([8, 4]);
  });

  it('LOC-04 include one ring for each band that members see, and none beyond 500 km', () => {
    const rings = home.rings.map((ring) => ring.map(({ id }) => id));
    expect(rings).toHaveLength(distanceBands.length - 1);
    for (const { near, scans } of buildSlices(filters, now, { isFew: false }))
      for (const { band, towns } of [...near.map((one) => ({ ...one, towns: [one.town] })), ...scans])
        if (towns && band >= 3) expect(rings[band]).toEqual(expect.arrayContaining([...towns]));
  });
});
