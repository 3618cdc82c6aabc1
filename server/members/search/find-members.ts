import { searchPageSize } from '../../../contract/members/limits.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { readRelationships } from '../queries.ts';
import { isFindable } from '../visibility/rules.ts';
import { chooseQueryPlan } from './choose-plan.ts';
import type { Filters } from './filters.ts';
import { loadKeyCounts } from './key-counts.ts';
import { segmentKeys, listSearchKeys } from './keys.ts';
import { isLargeResult, largeResultMin, rememberLargeResult } from './large-results.ts';
import {
  type FoundRow,
  countByKeys,
  countLatest,
  findByKeys,
  listLatest,
  countNamed,
  listNamed,
  listSlice,
} from './queries.ts';
import { buildSlices } from './slices.ts';

type SearchContext = Pick<AppContext, 'database' | 'clock' | 'memory'>;

/** A search by keys gives up after three times the expected candidates and this many. */
const extraCandidates = 1_000;

/** In a result smaller than this many times the members up to the end of the page, no ring of towns fills the page. */
const fewPages = 20;

/**
 * Returns the ids on one page (from 1), in the order of `buildSlices` (for visitors, in one that reveals nothing), and
 * their number, counted to just above 1,000. Rare filters are looked up by keys, common ones scan the segments; every
 * plan gives the same result. `reader` may be a replica.
 */
export async function findMembers(
  context: SearchContext,
  filters: Filters,
  page: number,
  reader: Reader = context.database.reader(filters.viewerId),
): Promise<FoundRow> {
  if (filters.groups.length === 0) return { ids: [], found: 0 };
  const now = context.clock.now();
  const isLarge = isLargeResult(context, filters, now.getTime());
  const row = await search(context, filters, { reader, page, isLarge, now });
  const ids = await keepFindable(context.database, reader, filters, row.ids);
  if (isLarge) return { ids, found: largeResultMin };
  rememberLargeResult(context, filters, row.found, now.getTime());
  return { ids, found: row.found - (row.ids.length - ids.length) };
}

/**
 * Leaves out members whom the viewer may not find by the state of the primary: a replica does not know yet who has just
 * blocked, hidden, banned or paused whom. The page is then shorter.
 */
export async function keepFindable(
  database: Database,
  reader: Reader,
  { viewerId, pool, fictional }: Pick<Filters, 'viewerId' | 'pool' | 'fictional'>,
  ids: MemberId[],
): Promise<MemberId[]> {
  if (reader === database || ids.length === 0) return ids;
  const same = { viewerIds: ids.map(() => viewerId), pools: ids.map(() => pool) };
  const rows = await database.all(readRelationships, { ...same, otherIds: ids });
  const findable = rows.filter((row) => isFindable({ ...row, unlabeled: row.fictional && !fictional }));
  const kept = new Set(findable.map((row) => row.other_id));
  return ids.filter((id) => kept.has(id));
}

async function search(
  { database, memory }: SearchContext,
  filters: Filters,
  { reader, page, isLarge, now }: { reader: Reader; page: number; isLarge: boolean; now: Date },
): Promise<FoundRow> {
  const keys = listSearchKeys(filters);
  const count = isLarge ? 0 : largeResultMin;
  const { plan, expected } = chooseQueryPlan(keys, {
    known: await loadKeyCounts({ database, memory }, now.getTime()),
    segment: segmentKeys(filters),
    pageEnd: page * searchPageSize,
    isNearby: filters.home !== undefined,
    // The first two rings are read together without a limit by activity.
    ...(filters.home?.byDistance && { towns: Math.max(1, filters.home.rings.slice(0, 2).flat().length) }),
    count,
  });
  if (plan === 'keys') {
    // Statistics are estimates: with many more candidates than expected, the latest active are scanned instead.
    const most = extraCandidates + 3 * Math.round(expected);
    const few = await reader.first(findByKeys(filters, keys, { page, most, now }));
    if (few && few.candidates <= most) return few;
  }
  // Members who are online come first in activity order, so the scan ends right after them.
  const byScan = plan === 'latest' || filters.activeSince !== undefined;
  const byCount = byScan ? countLatest(filters, count) : countByKeys(filters, keys, count);
  const counting = filters.name === undefined ? byCount : countNamed(filters, count);
  const [ids, counted] = await Promise.all([
    listPage(reader, filters, { page, now, expected }),
    isLarge ? undefined : reader.first(counting),
  ]);
  return { ids, found: counted?.found ?? 0 };
}

async function listPage(
  reader: Reader,
  filters: Filters,
  { page, now, expected }: { page: number; now: Date; expected: number },
): Promise<MemberId[]> {
  if (!filters.home) {
    const list = filters.name === undefined ? listLatest : listNamed;
    return (await reader.all(list(filters, page))).map(({ member_id: id }) => id);
  }
  const pageEnd = page * searchPageSize;
  const isFew = expected < fewPages * pageEnd;
  // Members who become active meanwhile may appear in two parts.
  const ids = new Set<MemberId>();
  for (const slice of buildSlices(filters, now, { isFew })) {
    const rows = await reader.all(listSlice(filters, slice, pageEnd - ids.size));
    for (const { member_id } of rows) ids.add(member_id);
    if (ids.size >= pageEnd) break;
  }
  return [...ids].slice(pageEnd - searchPageSize, pageEnd);
}
