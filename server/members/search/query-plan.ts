import type { Alternatives } from './keys.ts';

/** How many members have each of the more common keys; a key that is not listed counts as `rarest`. */
export interface KeyCounts {
  counts: ReadonlyMap<string, number>;
  rarest: number;
}

/**
 * How a search is executed. `keys`: so few members have all the keys that each is examined. `latest`: the segment is
 * scanned in the order of the answer until the page and the count are full. `both`: the page by scan, the count by keys,
 * because a thousand matches would take a long scan.
 */
export type QueryPlan = 'keys' | 'latest' | 'both';

// Cost in microseconds of counting one profile, of counting and sorting it, of one entry of the scan, and of one entry
// of a key's posting list, measured at a million members.
const countUs = 1.2;
const sortUs = 2;
const scanUs = 0.3;
// The towns around a viewer are read by another index, which has few of the columns that filters read.
const nearbyUs = 0.8;
const entryUs = 0.3;

export interface PlanInputs {
  /** How common the keys of the filters and of the segments are. */
  known: KeyCounts;
  segment: Alternatives;
  /** How many members the scan must find for the page, and how many have to be counted. */
  pageEnd: number;
  /** Whether the page is read in the order of nearness. */
  isNearby: boolean;
  /** How many towns are each read as far as the whole page; 1 where the page ends the reading of all. */
  towns?: number;
  count: number;
}

/** The cheapest plan for a search with these keys, and the number of members it is expected to find. */
export function chooseQueryPlan(
  filters: readonly Alternatives[],
  { known, segment, pageEnd, isNearby, towns = 1, count }: PlanInputs,
): { plan: QueryPlan; expected: number } {
  const all = Math.max(1, sum(segment, known));
  const found = filters.map((keys) => Math.min(all, sum(keys, known)));
  const expected = found.reduce((left, count) => (left * count) / all, all);
  const read = (entries: number): number => Math.min(all, (entries * all) / Math.max(1, expected));
  const pageUs = read(pageEnd * towns) * (isNearby ? nearbyUs : scanUs);
  const listUs = Math.min(...found) * entryUs;
  const costs: Record<QueryPlan, number> = {
    latest: pageUs + read(count) * scanUs,
    keys: listUs + expected * sortUs,
    both: pageUs + listUs + Math.min(expected, count) * countUs,
  };
  const plans: QueryPlan[] = filters.length === 0 ? ['latest'] : ['keys', 'latest', 'both'];
  const plan = plans.reduce((best, one) => (costs[one] < costs[best] ? one : best));
  return { plan, expected };
}

function sum(keys: Alternatives, { counts, rarest }: KeyCounts): number {
  return keys.reduce((total, key) => total + (counts.get(key) ?? rarest), 0);
}
