import type { Country } from '../../../contract/platform/countries.ts';
import { anyCountry } from '../../../contract/platform/countries.ts';
import { searchPageSize } from '../../../contract/members/limits.ts';
import {
  type Distance,
  type Filters,
  ageHighest,
  ageLowest,
  resolveCountry,
  distances,
  noFilters,
  writeFilters,
} from './filters.ts';

const yearsWider = 10;

/** A wider search, and the limit of the original one that it widens. */
export type WiderSearch = { filters: Filters } & (
  | { from: 'region' | 'country' | 'name' }
  | { from: 'distance'; km: Distance; next: Distance | null }
  | { from: 'ages'; low: number; high: number }
);

export interface Results {
  count: number;
  /** There are more results than the count. */
  more: boolean;
}

/**
 * Widens a search that finds less than a full page by one step: to the next distance, from a region to its country,
 * from a country to all, and finally to more ages. All other filters stay, except that a search by name drops them at
 * once. Null if the page is full or nothing is left to widen.
 */
export function widerSearch(filters: Filters, home: Country | null, found: Results): WiderSearch | null {
  if (found.more || found.count >= searchPageSize) return null;
  const { distance, ages, name } = filters;
  if (name) {
    const everywhere: Filters = {
      ...noFilters,
      name,
      country: home === null ? null : anyCountry,
      order: filters.order,
    };
    return writeFilters(everywhere) === writeFilters(filters) ? null : { from: 'name', filters: everywhere };
  }
  if (distance) {
    const next = distances[distances.indexOf(distance) + 1] ?? null;
    return { from: 'distance', km: distance, next, filters: { ...filters, distance: next } };
  }
  if (filters.countryregion && resolveCountry(filters, home) !== null)
    return { from: 'region', filters: { ...filters, countryregion: null } };
  if (resolveCountry(filters, home) !== null)
    return { from: 'country', filters: { ...filters, country: home === null ? null : anyCountry } };
  if (ages[0] === ageLowest && ages[1] === ageHighest) return null;
  const low = Math.max(ageLowest, ages[0] - yearsWider);
  const high = Math.min(ageHighest, ages[1] + yearsWider);
  return { from: 'ages', low, high, filters: { ...filters, ages: [low, high] } };
}

/**
 * The search that continues below a divider if the default filters do not fill a page; null for other filters, for
 * which the page asks first.
 */
export function nextRing(
  filters: Filters,
  defaults: Filters | null,
  home: Country | null,
  found: Results | undefined,
): Filters | null {
  if (!found || !defaults || writeFilters(filters) !== writeFilters(defaults)) return null;
  return widerSearch(filters, home, found)?.filters ?? null;
}
