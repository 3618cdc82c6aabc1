import { describe, expect, it } from 'vitest';

import { townRings } from '../../geo/town-rings.ts';
import type { Filters } from './filters.ts';
import { buildStretches } from './stretches.ts';

const now = new Date('2026-11-22T12:00:00Z');
const home = { country: 'NL', rings: townRings('nl-haarlem') } as const;
const filters: Filters = {
  viewerId: '8c9e6679-7425-40de-944b-e07fc1f90ae7',
  pool: 'default',
  fictional: false,
  groups: [{ gender: 'male', seeks: 'female' }],
  chosen: {},
  home,
};

/** The places of each part, in the order of the result; each country has one segment here. */
function places(isFew: boolean, narrowed: Partial<Filters> = {}): string[] {
  return buildStretches({ ...filters, ...narrowed }, now, { isFew }).flatMap(({ near, further, after, until }) => {
    const when = `${after?.toISOString() ?? ''} to ${until?.toISOString() ?? ''}`;
    const towns = [0, 1, 2, 3].flatMap((band) =>
      near.filter((one) => one.band === band).map(({ segment, town }) => `${when}: ${band} ${segment} ${town}`),
    );
    return [...towns, ...further.map((segment) => `${when}: further ${segment}`)];
  });
}

describe('the parts of a result', () => {
  it.each([{}, { country: 'NL' }, { country: 'BE' }, { region: 'NL-UT', country: 'NL' }, { towns: ['nl-utrecht'] }])(
    'list the same places in the same order, whether rings are read together or one by one (%o)',
    (narrowed) => {
      expect(places(true, narrowed)).toEqual(places(false, narrowed));
      expect(places(true, narrowed).length).toBeGreaterThan(0);
    },
  );

  it('are fewer if few members match', () => {
    const count = (isFew: boolean): number => buildStretches({ ...filters, country: 'NL' }, now, { isFew }).length;
    expect([count(false), count(true)]).toEqual([6, 4]);
  });

  it('LOC-04 include no ring beyond 100 km', () => {
    const bands = buildStretches(filters, now, { isFew: false }).flatMap(({ near }) => near.map(({ band }) => band));
    expect(new Set(bands)).toEqual(new Set([0, 1, 2, 3]));
    expect(home.rings).toHaveLength(4);
  });
});
