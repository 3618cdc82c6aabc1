import { searchPageSize } from '../../../contract/limits.ts';
import type { AppContext } from '../../context.ts';
import { isLargeResult, rememberLargeResult, largeResultMin } from './large-results.ts';
import { keyCounts } from './key-counts.ts';
import { type FoundRow, countByKeys, findByKeys, findLatest } from './queries.ts';
import type { Filters } from './filters.ts';
import { segmentKeys, keysOf } from './keys.ts';
import { chooseQueryPlan } from './query-plan.ts';

type SearchContext = Pick<AppContext, 'database' | 'clock'>;

/** How many candidates beyond the expected number a search by keys examines before it gives up. */
const extraCandidates = 1_000;

/**
 * The ids on one page (from 1) of the matching members, latest active first (for visitors in an order that tells
 * nothing), and their number, counted to just above 1,000. Rare filters are looked up by keys, common ones scan the latest active; every plan gives the same answer.
 */
export async function findMembers(context: SearchContext, filters: Filters, page: number): Promise<FoundRow> {
  if (filters.groups.length === 0) return noMembers;
  const now = context.clock.now().getTime();
  const isLarge = isLargeResult(context.database, filters, now);
  const row = await search(context, filters, { page, isLarge, now });
  if (isLarge) return { ids: row.ids, found: largeResultMin };
  rememberLargeResult(context.database, filters, { found: row.found, now });
  return row;
}

interface PageRequest {
  page: number;
  isLarge: boolean;
  now: number;
}

async function search(
  { database }: SearchContext,
  filters: Filters,
  { page, isLarge, now }: PageRequest,
): Promise<FoundRow> {
  const keys = keysOf(filters);
  const pageEnd = page * searchPageSize;
  const count = isLarge ? 0 : largeResultMin;
  const known = await keyCounts(database, now);
  const { plan, expected } = chooseQueryPlan(keys, { known, segment: segmentKeys(filters), pageEnd, count });
  if (plan === 'keys') {
    // Statistics are estimates: if there are many more candidates than expected, the latest active are scanned instead.
    const most = extraCandidates + 3 * Math.round(expected);
    const few = await database.first(findByKeys(filters, keys, { page, most }));
    if (few && few.candidates <= most) return few;
  }
  // Members who are online now come first in activity order, so the scan ends right after them.
  if (plan === 'latest' || isLarge || filters.activeSince)
    return (await database.first(findLatest(filters, { page, most: Math.max(pageEnd, count) }))) ?? noMembers;
  const [latest, counted] = await Promise.all([
    database.first(findLatest(filters, { page, most: pageEnd })),
    database.first(countByKeys(filters, keys, count)),
  ]);
  return { ids: latest?.ids ?? [], found: counted?.found ?? 0 };
}

const noMembers: FoundRow = { ids: [], found: 0 };
