import type { Alternatives } from './keys.ts';

/** How many members have each of the commoner keys; whatever is not in it is rarer than `rarest`. */
export interface KeyCounts {
  counts: ReadonlyMap<string, number>;
  rarest: number;
}

/**
 * Where a search goes. `keys`: whoever has all the keys is few enough to be looked at one by one. `latest`: the crowd in
 * the order of the answer, until the page and the count are full. `both`: the page from the latest, the count by keys,
 * because the crowd would be walked far for a thousand of them.
 */
export type Road = 'keys' | 'latest' | 'both';

// What a step costs on each road, in microseconds: a look at a profile, an entry of the walk, an entry of a key's list.
const lookUs = 1.2;
const stepUs = 0.3;
const entryUs = 0.3;

export interface Crowd {
  /** How common the keys are of each filter, and of everybody who may fit at all. */
  known: KeyCounts;
  crowd: Alternatives;
  /** How many of the latest the page reaches down to, and how many have to be counted. */
  pageEnd: number;
  count: number;
}

/** The cheapest road for a search with these keys, and how many it is expected to find. */
export function chooseRoad(
  filters: readonly Alternatives[],
  { known, crowd, pageEnd, count }: Crowd,
): { road: Road; expected: number } {
  const all = Math.max(1, sum(crowd, known));
  const found = filters.map((keys) => Math.min(all, sum(keys, known)));
  const expected = found.reduce((left, count) => (left * count) / all, all);
  const walkUs = (entries: number): number => Math.min(all, (entries * all) / Math.max(1, expected)) * stepUs;
  const listUs = Math.min(...found) * entryUs;
  const costs: Record<Road, number> = {
    latest: walkUs(Math.max(pageEnd, count)),
    keys: listUs + expected * lookUs,
    both: walkUs(pageEnd) + listUs + Math.min(expected, count) * lookUs,
  };
  const roads: Road[] = filters.length === 0 ? ['latest'] : ['keys', 'latest', 'both'];
  const road = roads.reduce((best, one) => (costs[one] < costs[best] ? one : best));
  return { road, expected };
}

function sum(keys: Alternatives, { counts, rarest }: KeyCounts): number {
  return keys.reduce((total, key) => total + (counts.get(key) ?? rarest), 0);
}
