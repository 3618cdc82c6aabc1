import type { Alternatives } from './keys.ts';

/** The number of members with each of the more common keys; any other key counts as `rarest`. */
export interface KeyCounts {
  counts: ReadonlyMap<string, number>;
  rarest: number;
}

/**
 * How a search is executed. `keys`: so few members have all keys that each is examined. `latest`: the segments are
 * scanned in the order of the result until the page and the count are full. `both`: the page by scan and the count by
 * keys, because scanning for 1,000 matches would take long.
 */
export type QueryPlan = 'keys' | 'latest' | 'both';

// Cost in microseconds of counting one profile, of counting and sorting it, of one entry of the scan, and of one entry
// of a key's posting list, measured at a million members.
const countUs = 1.2;
const sortUs = 2;
const scanUs = 0.3;
// Towns around a viewer are read by another index, which lacks most columns that filters read.
const nearbyUs = 0.8;
const entryUs = 0.3;

export interface PlanInputs {
  known: KeyCounts;
  segment: Alternatives;
  /** How many members the scan must find for the page, and how many have to be counted. */
  pageEnd: number;
  isNearby: boolean;
  /** Number of towns that are each read up to the full page; 1 if the page limits them all together. */
  towns?: number;
  count: number;
}

/** Returns the cheapest plan for a search with these keys, and the number of members it is expected to find. */
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
