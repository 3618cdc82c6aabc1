import type { Alternatives } from './keys.ts';

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
export interface KeyCounts {
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

/** Chooses the plan that costs least. `expected` estimates how many members have all keys. */
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
