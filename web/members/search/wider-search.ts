import type { Country } from '../../../contract/countries.ts';
import { anyCountry } from '../../../contract/countries.ts';
import { searchPageSize } from '../../../contract/limits.ts';
import {
  type Distance,
  type Filters,
  ageHighest,
  ageLowest,
  countryOf,
  distances,
  noFilters,
  writeFilters,
} from './filters.ts';

const yearsWider = 10;

/** A search that looks further, and where the one before it looked. */
export type WiderSearch = { filters: Filters } & (
  | { from: 'region' | 'country' | 'name' }
  | { from: 'distance'; km: Distance; next: Distance | null }
  | { from: 'ages'; low: number; high: number }
);

/** What is known of the results of a search. */
export interface Results {
  count: number;
  /** There are more than are counted. */
  more: boolean;
}

/**
 * The same search one step further where it finds less than a full page of members: to the next distance, from a region
 * to its country, from a country to all, and last to more ages. Null where it finds more, or where nothing is left to
 * widen. All else that was chosen stays. Who looks for a name drops every other filter at once.
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
  if (filters.countryregion && countryOf(filters, home) !== null)
    return { from: 'region', filters: { ...filters, countryregion: null } };
  if (countryOf(filters, home) !== null)
    return { from: 'country', filters: { ...filters, country: home === null ? null : anyCountry } };
  if (ages[0] === ageLowest && ages[1] === ageHighest) return null;
  const low = Math.max(ageLowest, ages[0] - yearsWider);
  const high = Math.min(ageHighest, ages[1] + yearsWider);
  return { from: 'ages', low, high, filters: { ...filters, ages: [low, high] } };
}

/**
 * The search that goes on, below a divider, where the results of the default filters end before a page is full. Who chose
 * other filters is asked first.
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
