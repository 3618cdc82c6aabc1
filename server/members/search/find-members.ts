import { searchPageSize, searchCountMax } from '../../../contract/members/limits.ts';
import type { AppContext } from '../../context.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { readRelationships } from '../queries.ts';
import { isFindable } from '../visibility/rules.ts';
import type { Filters } from './filters.ts';
import { type Alternatives, segmentKeys, listSearchKeys } from './keys.ts';
import {
  type FoundRow,
  countByKeys,
  countLatest,
  findByKeys,
  listKeyCounts,
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

/**
 * `keys`: so few members have all keys that each is examined. `latest`: the segments are scanned in order until page
 * and count are full. `scan-and-count`: the page by scan and the count by keys, because scanning for 1,000 matches
 * would take long.
 */
type QueryPlan = 'keys' | 'latest' | 'scan-and-count';

// Microseconds to count a profile, to count and sort it, per entry of the scan, and per entry of a posting list,
// measured at a million members.
const countUs = 1.2;
const sortUs = 2;
const scanUs = 0.3;
// Towns around a viewer are read by another index, which lacks most columns that filters read.
const nearbyUs = 0.8;
const entryUs = 0.3;

/** How many members have each key; any other key counts as `rarest`. */
interface KeyCounts {
  counts: ReadonlyMap<string, number>;
  rarest: number;
}

interface PlanInputs {
  known: KeyCounts;
  segment: Alternatives;
  /** How many members the scan must find for the page. */
  pageEnd: number;
  isNearby: boolean;
  /** Towns that are each read up to the full page; 1 if the page limits them together. */
  towns?: number;
  /** How many members must be counted. */
  count: number;
}

export function chooseQueryPlan(
  keys: readonly Alternatives[],
  { known, segment, pageEnd, isNearby, towns = 1, count }: PlanInputs,
): { plan: QueryPlan; expected: number } {
  const sum = (alternatives: Alternatives): number =>
    alternatives.reduce((total, key) => total + (known.counts.get(key) ?? known.rarest), 0);
  const all = Math.max(1, sum(segment));
  const found = keys.map((alternatives) => Math.min(all, sum(alternatives)));
  const expected = found.reduce((left, matching) => (left * matching) / all, all);
  const read = (entries: number): number => Math.min(all, (entries * all) / Math.max(1, expected));
  const pageUs = read(pageEnd * towns) * (isNearby ? nearbyUs : scanUs);
  const listUs = Math.min(...found) * entryUs;
  const costs: Record<QueryPlan, number> = {
    latest: pageUs + read(count) * scanUs,
    keys: listUs + expected * sortUs,
    'scan-and-count': pageUs + listUs + Math.min(expected, count) * countUs,
  };
  const plans: QueryPlan[] = keys.length === 0 ? ['latest'] : ['keys', 'latest', 'scan-and-count'];
  const plan = plans.reduce((best, one) => (costs[one] < costs[best] ? one : best));
  return { plan, expected };
}

const countsKeptMs = 10 * minuteMs;
const createStatistics = (): { last?: { until: number; known: Promise<KeyCounts> } } => ({});

/**
 * Estimates how many members have each key from the database's statistics, which are read at most every ten minutes;
 * only a process's first search waits for them. Without them, all keys count as rare.
 */
async function loadKeyCounts({ database, memory }: Omit<SearchContext, 'clock'>, now: number): Promise<KeyCounts> {
  const kept = memory(createStatistics);
  const { last } = kept;
  if (last && last.until > now && last.until <= now + countsKeptMs) return last.known;
  const fresh = { until: now + countsKeptMs, known: readKeyCounts(database) };
  kept.last = fresh;
  // Older statistics are good enough while newer ones are being read.
  if (last) {
    fresh.known = fresh.known.catch(() => last.known);
    return last.known;
  }
  fresh.known.catch(() => delete kept.last);
  return fresh.known;
}

async function readKeyCounts(database: Database): Promise<KeyCounts> {
  const rows = await database.all(listKeyCounts);
  const least = Math.min(...rows.map(({ members }) => members));
  return { counts: new Map(rows.map(({ key, members }) => [key, members])), rarest: rows.length > 0 ? least / 2 : 0 };
}

/** A result this large stays above the 1,000 counted exactly: a hundred members do not leave within minutes. */
const largeResultMin = searchCountMax + 100;

const keepMs = 5 * minuteMs;
export const createLargeResults = () => new BoundedMap<string, number>(20_000);

/**
 * True if these filters recently had a result that needs no count, for five minutes and within this process; never for
 * the online filter, whose results change too quickly.
 */
function isLargeResult({ memory }: SearchContext, filters: Filters, now: number): boolean {
  const until = memory(createLargeResults).get(deriveCacheKey(filters)) ?? 0;
  return filters.activeSince === undefined && until > now && until <= now + keepMs;
}

function rememberLargeResult({ memory }: SearchContext, filters: Filters, found: number, now: number): void {
  if (found < largeResultMin || filters.activeSince) return;
  memory(createLargeResults).set(deriveCacheKey(filters), now + keepMs);
}

// Shared by all viewers except those who hide many: nobody blocks a hundred matching members, but some hide that many.
function deriveCacheKey(filters: Filters): string {
  return JSON.stringify({ ...filters, viewerId: filters.hidesMany ? filters.viewerId : null, home: null });
}
