import { searchPageSize } from '../../../contract/members/limits.ts';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../platform/database/database.ts';
import { isLargeResult, rememberLargeResult, largeResultMin } from './large-results.ts';
import { keyCounts } from './key-counts.ts';
import { type FoundRow, countByKeys, countLatest, findByKeys, listLatest } from './queries.ts';
import type { Filters, Home } from './filters.ts';
import { segmentKeys, listSearchKeys } from './keys.ts';
import { countNamed, listNamed } from './queries-named.ts';
import { listStretch } from './queries-stretch.ts';
import { chooseQueryPlan } from './query-plan.ts';
import { buildStretches } from './stretches.ts';

type SearchContext = Pick<AppContext, 'database' | 'clock'>;

/** Candidates beyond three times the expected number that a search by keys examines before it gives up. */
const extraCandidates = 1_000;

/** In a result smaller than this many times the members up to the end of the page, no ring of towns fills the page. */
const fewPages = 20;

/**
 * Returns the ids on one page (from 1) of the matching members, in the order of `buildStretches` (for visitors, in an
 * order that reveals nothing), and their number, counted to just above 1,000. Rare filters are looked up by keys,
 * common ones scan the segments in the order of the result; every plan gives the same answer.
 */
export async function findMembers(context: SearchContext, filters: Filters, page: number): Promise<FoundRow> {
  if (filters.groups.length === 0) return noMembers;
  const now = context.clock.now();
  const isLarge = isLargeResult(context.database, filters, now.getTime());
  const row = await search(context, filters, { page, isLarge, now });
  if (isLarge) return { ids: row.ids, found: largeResultMin };
  rememberLargeResult(context.database, filters, { found: row.found, now: now.getTime() });
  return row;
}

interface PageRequest {
  page: number;
  isLarge: boolean;
  now: Date;
}

async function search(
  { database }: SearchContext,
  filters: Filters,
  { page, isLarge, now }: PageRequest,
): Promise<FoundRow> {
  const keys = listSearchKeys(filters);
  const pageEnd = page * searchPageSize;
  const count = isLarge ? 0 : largeResultMin;
  const known = await keyCounts(database, now.getTime());
  const { plan, expected } = chooseQueryPlan(keys, {
    known,
    segment: segmentKeys(filters),
    pageEnd,
    isNearby: filters.home !== undefined,
    ...(filters.home?.only && { towns: townsRead(filters.home) }),
    count,
  });
  if (plan === 'keys') {
    // Statistics are estimates: with many more candidates than expected, the latest active are scanned instead.
    const most = extraCandidates + 3 * Math.round(expected);
    const few = await database.first(findByKeys(filters, keys, { page, most, now }));
    if (few && few.candidates <= most) return few;
  }
  // Members who are online come first in activity order, so the scan ends right after them.
  const byScan = plan === 'latest' || filters.activeSince !== undefined;
  const byCount = byScan ? countLatest(filters, count) : countByKeys(filters, keys, count);
  const counting = filters.name === undefined ? byCount : countNamed(filters, count);
  const [ids, counted] = await Promise.all([
    listPage(database, filters, { page, now, expected }),
    isLarge ? undefined : database.first(counting),
  ]);
  return { ids, found: counted?.found ?? 0 };
}

async function listPage(
  database: Database,
  filters: Filters,
  { page, now, expected }: { page: number; now: Date; expected: number },
): Promise<string[]> {
  if (!filters.home) {
    const list = filters.name === undefined ? listLatest : listNamed;
    return (await database.all(list(filters, page))).map(({ member_id: id }) => id);
  }
  const pageEnd = page * searchPageSize;
  const isFew = expected < fewPages * pageEnd;
  // Members who become active meanwhile may appear in two parts.
  const ids = new Set<string>();
  for (const stretch of buildStretches(filters, now, { isFew })) {
    const rows = await database.all(listStretch(filters, stretch, pageEnd - ids.size));
    for (const { member_id } of rows) ids.add(member_id);
    if (ids.size >= pageEnd) break;
  }
  return [...ids].slice(pageEnd - searchPageSize, pageEnd);
}

/** Number of towns in the first two rings, which are read together without a limit by activity. */
const townsRead = ({ rings }: Home): number => Math.max(1, rings.slice(0, 2).flat().length);

const noMembers: FoundRow = { ids: [], found: 0 };
