import { type QueryFunctionContext, queryOptions, useQueries, useQuery } from '@tanstack/react-query';

import { type DistanceKm, distancesKm } from '../../../contract/geo/geo-bands.ts';
import type { Output } from '../../../contract/index.ts';
import { searchPageSize, searchPagesMax } from '../../../contract/members/limits.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { type Country, anyCountry } from '../../../contract/platform/countries.ts';
import { callFrom, keys, regionsQuery, settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import {
  type Filters,
  ageHighest,
  ageLowest,
  defaultFilters,
  homeCountry,
  noFilters,
  resolveCountry,
  toSearchQuery,
  writeFilters,
} from './filters.ts';

export const profilesQuery = (filters: Filters, page: number) =>
  queryOptions({
    queryKey: keys.profiles(writeFilters(filters), page),
    queryFn: (context) =>
      callFrom(context)('searchProfiles', { ...toSearchQuery(filters), pageNumber: page }, { signal: context.signal }),
    staleTime: 300_000,
  });

/**
 * Reads the regions of one country: all regions would add 14 KB to every search page. Browsers fetch them all, once.
 */
export const regionsOfQuery = (country: Country | null) =>
  queryOptions({
    queryKey: keys.countryRegions(country),
    queryFn: async (context) => (country === null ? [] : ((await allRegions(context))[country] ?? [])),
    staleTime: Infinity,
  });

async function allRegions(context: QueryFunctionContext): Promise<Output<'listRegions'>['regions']> {
  if (typeof window !== 'undefined') return context.client.ensureQueryData(regionsQuery);
  return (await callFrom(context)('listRegions', {})).regions;
}

export interface Search extends ReturnType<typeof usePages> {
  /** Members further away, shown below the others; null if the search itself fills the page. */
  beyond: Found | null;
  pages: number;
}

function usePages(filters: Filters, pages: number) {
  return useQueries({
    queries: Array.from({ length: pages }, (_, at) => profilesQuery(filters, at + 1)),
    combine: (results) => ({
      found: mergePages(results.map(({ data }) => data)),
      isLoading: results.some(({ isPending, isError }) => isPending && !isError),
      error: results.find(({ error }) => error)?.error ?? null,
      retry: () => {
        for (const one of results) if (one.isError) void one.refetch();
      },
    }),
  });
}

/** Searches, and searches wider if the default filters find less than a page. */
export function useSearch(filters: Filters, pages: number): Search {
  const { data: settings } = useQuery(settingsQuery);
  const { data: user = null } = useQuery(userQuery);
  const { data: first } = useQuery({ ...profilesQuery(filters, 1), enabled: pages > 0 });
  const known = first && { count: first.numResults, more: first.more };
  const wider = widenDefaultSearch(filters, user && defaultFilters(settings, user), homeCountry(settings, user), known);
  const here = usePages(filters, wider ? 1 : pages);
  const there = usePages(wider ?? filters, wider ? pages : 0);
  if (!wider) return { ...here, pages, beyond: null };
  return {
    found: here.found,
    beyond: without(there.found, here.found),
    pages,
    isLoading: here.isLoading || there.isLoading,
    error: here.error ?? there.error,
    retry: () => {
      here.retry();
      there.retry();
    },
  };
}

export type Found = ReturnType<typeof mergePages>;

/** Shows a member who moves while the list is open once, where they came first. The count is the latest page's. */
export function mergePages(pages: readonly (Output<'searchProfiles'> | undefined)[]) {
  const members = new Map<string, ProfileSummary>();
  for (const page of pages)
    for (const member of page?.results ?? []) if (!members.has(member.id)) members.set(member.id, member);
  const latest = pages.findLast((page) => page !== undefined);
  const count = latest?.numResults ?? 0;
  /** True if there are more results than the count. */
  const more = latest?.more ?? false;
  const shown = pages.length;
  const hasNext = shown < searchPagesMax && (more || shown * searchPageSize < count);
  return { members: [...members.values()], count, more, hasNext };
}

function without(list: Found, shown: Found): Found {
  const ids = new Set(shown.members.map(({ id }) => id));
  return { ...list, members: list.members.filter(({ id }) => !ids.has(id)), count: list.count - ids.size };
}

const yearsWider = 10;

export type WiderSearch = { filters: Filters } & (
  | { from: 'region' | 'country' | 'name' }
  | { from: 'distance'; km: DistanceKm; next: DistanceKm | null }
  | { from: 'ages'; low: number; high: number }
);

type Results = Pick<Found, 'count' | 'more'>;

/**
 * Widens a search that finds less than a page by one step: the next distance, from a region to its country, all
 * countries, then more ages. A search by name drops all filters at once. Null if nothing is left to widen.
 */
export function widerSearch(filters: Filters, home: Country | null, found: Results): WiderSearch | null {
  if (found.more || found.count >= searchPageSize) return null;
  const { distance, ages, name } = filters;
  if (name) {
    const everywhere = {
      ...noFilters,
      name,
      country: home === null ? null : anyCountry,
      order: filters.order,
    } as const;
    return writeFilters(everywhere) === writeFilters(filters) ? null : { from: 'name', filters: everywhere };
  }
  if (distance) {
    const next = distancesKm[distancesKm.indexOf(distance) + 1] ?? null;
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
 * Returns the wider search that continues below a divider if the default filters do not fill a page; null for other
 * filters.
 */
export function widenDefaultSearch(
  filters: Filters,
  defaults: Filters | null,
  home: Country | null,
  found: Results | undefined,
): Filters | null {
  if (!found || !defaults || writeFilters(filters) !== writeFilters(defaults)) return null;
  return widerSearch(filters, home, found)?.filters ?? null;
}
