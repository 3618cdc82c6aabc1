import { toId } from '../../contract/platform/id.ts';
import { attributes, searchedAttributes } from '../../contract/members/attributes.ts';
import { townRings } from '../../server/geo/towns.ts';
import type { Composed } from '../../server/platform/database/database.ts';
import { groupsFor } from '../../server/members/rules.ts';
import type { Filters } from '../../server/members/search/filters.ts';
import { listSearchKeys } from '../../server/members/search/keys.ts';
import {
  countByKeys,
  countLatest,
  findByKeys,
  findNearest,
  listLatest,
  countJoined,
  countNamed,
  listNamed,
  listSlice,
} from '../../server/members/search/queries.ts';
import { buildSlices } from '../../server/members/search/slices.ts';

const now = new Date('2026-03-04T05:06:07Z');
const id = toId<MemberId>('00000000-0000-4000-8000-000000000001');

/** Together these searches contain every fragment. */
const searches: readonly Filters[] = [
  { viewerId: null, pool: 'default', fictional: true, groups: groupsFor(null, undefined), chosen: {} },
  {
    viewerId: id,
    pool: 'default',
    fictional: false,
    groups: groupsFor({ gender: 'male', sexuality: 'hetero' }, undefined),
    country: 'NL',
    region: 'NL-NH',
    bornUntil: '2000-01-01',
    bornAfter: '1990-01-01',
    towns: ['nl-haarlem'],
    interests: ['music'],
    chosen: Object.fromEntries(
      searchedAttributes.map((name, place) => [name, attributes[name].slice(0, place % 2 === 0 ? 1 : 2)]),
    ),
    activeSince: now,
    withPhoto: true,
    except: [id],
    unmetSince: now,
  },
  {
    viewerId: id,
    pool: 'default',
    fictional: true,
    groups: groupsFor({ gender: 'male', sexuality: 'hetero' }, undefined),
    chosen: {},
    home: { country: 'NL', rings: townRings('nl-haarlem') },
  },
  {
    viewerId: id,
    pool: 'default',
    fictional: true,
    groups: groupsFor({ gender: 'male', sexuality: 'hetero' }, undefined),
    chosen: {},
    home: { country: 'NL', rings: townRings('nl-haarlem'), byDistance: true },
  },
  {
    viewerId: id,
    pool: 'default',
    fictional: true,
    groups: groupsFor({ gender: 'male', sexuality: 'hetero' }, undefined),
    country: 'NL',
    name: 'Noor',
    withPhoto: true,
    chosen: {},
  },
];

/** The statements composed for searches, by the names of their functions, with all parts and with few. */
export const composedStatements: readonly { name: string; text: string }[] = searches.flatMap((filters) => {
  const made: Record<string, Composed<unknown>> = {
    'members.find-by-keys': findByKeys(filters, listSearchKeys(filters), { page: 2, most: 50, now }),
    'members.count-by-keys': countByKeys(filters, listSearchKeys(filters), 50),
    'members.list-latest': listLatest(filters, 2),
    'members.count-latest': countLatest(filters, 50),
    'members.list-named': listNamed(filters, 2),
    'members.count-named': countNamed(filters, 50),
    'members.count-joined': countJoined(filters, { since: now, until: now, counted: 21, examined: 50 }),
    'members.find-nearest': findNearest(filters, { interests: ['music'], age: 30, now }),
  };
  const parts = buildSlices(filters, now, { isFew: false }).map((slice) => listSlice(filters, slice, 50));
  return [...Object.entries(made), ...parts.map((part) => ['members.list-slice', part] as const)].map(
    ([name, { text }]) => ({ name, text }),
  );
});
