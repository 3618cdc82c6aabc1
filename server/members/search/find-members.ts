import { searchPageSize } from '../../../contract/limits.ts';
import type { AppContext } from '../../context.ts';
import { isCrowded, noteFound, surelyMore } from './large-results.ts';
import { keyCounts } from './key-counts.ts';
import { type FoundRow, countByKeys, findByKeys, findLatest } from './queries.ts';
import type { Filters } from './filters.ts';
import { crowdKeys, keysOf } from './keys.ts';
import { chooseRoad } from './query-plan.ts';

type SearchContext = Pick<AppContext, 'database' | 'clock'>;

/** With so many more near than expected, a search by keys gives up. */
const nearMin = 1_000;

/**
 * The ids of one page (from 1) of those who fit, latest active first, and how many fit, counted to some beyond 1,000.
 * Rare filters go by keys, common ones walk the latest; whichever road, the answer is the same.
 */
export async function findMembers(context: SearchContext, filters: Filters, page: number): Promise<FoundRow> {
  if (filters.groups.length === 0) return nobody;
  const now = context.clock.now().getTime();
  const crowded = isCrowded(context.database, filters, now);
  const row = await search(context, filters, { page, crowded, now });
  if (crowded) return { ids: row.ids, found: surelyMore };
  noteFound(context.database, filters, { found: row.found, now });
  return row;
}

interface Wanted {
  page: number;
  crowded: boolean;
  now: number;
}

async function search(
  { database }: SearchContext,
  filters: Filters,
  { page, crowded, now }: Wanted,
): Promise<FoundRow> {
  const keys = keysOf(filters);
  const pageEnd = page * searchPageSize;
  const count = crowded ? 0 : surelyMore;
  const known = await keyCounts(database, now);
  const { road, expected } = chooseRoad(keys, { known, crowd: crowdKeys(filters), pageEnd, count });
  if (road === 'keys') {
    // Statistics are estimates: with many more near than expected, the latest are walked after all.
    const most = nearMin + 3 * Math.round(expected);
    const few = await database.first(findByKeys(filters, keys, { page, most }));
    if (few && few.near <= most) return few;
  }
  // Who is online now heads the latest: the walk ends where they do.
  if (road === 'latest' || crowded || filters.activeSince)
    return (await database.first(findLatest(filters, { page, most: Math.max(pageEnd, count) }))) ?? nobody;
  const [latest, counted] = await Promise.all([
    database.first(findLatest(filters, { page, most: pageEnd })),
    database.first(countByKeys(filters, keys, count)),
  ]);
  return { ids: latest?.ids ?? [], found: counted?.found ?? 0 };
}

const nobody: FoundRow = { ids: [], found: 0 };
