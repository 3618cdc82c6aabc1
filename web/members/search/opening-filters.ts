import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';

import { type ShellSettings, type User, settingsQuery, userQuery } from '../../platform/queries.ts';
import { type Filters, ageHighest, ageLowest, homeCountry, noFilters, readFilters, saysFilters } from './filters.ts';
import { onlyOffered, useOfferedFilters } from './offered-filters.ts';

const yearsAround = 10;

/** For a member who never searched: their own country, and ages close to their own. */
export function defaultFilters(settings: ShellSettings | undefined, user: User): Filters {
  const { profile } = user;
  const youngest = Math.max(ageLowest, settings?.min_age ?? ageLowest);
  return {
    ...noFilters,
    // A search without a country covers the member's own, except on the demo site.
    country: homeCountry(settings, user) === null ? profile.country : null,
    ages: [Math.max(youngest, profile.age - yearsAround), Math.min(ageHighest, profile.age + yearsAround)],
  };
}

/** The filters with which the search opens: for members, the last ones they used. */
export function openingFilters(settings: ShellSettings | undefined, user: User | null): Filters {
  if (!user) return noFilters;
  if (!user.search) return defaultFilters(settings, user);
  const kept = Object.entries(user.search).map(([name, value]) => [name, String(value)]);
  return readFilters(new URLSearchParams(kept));
}

/** The filters of a query; if it has none, those with which the search opens. */
export function resolveFilters(
  query: URLSearchParams,
  settings: ShellSettings | undefined,
  user: User | null,
): Filters {
  return saysFilters(query) ? readFilters(query) : openingFilters(settings, user);
}

/** The opening filters by history entry, so that going back restores them. */
const openedWith = new Map<string, Filters>();

/** The filters of the page. */
export function useFilters(): Filters {
  const { key } = useLocation();
  const [query] = useSearchParams();
  const offered = useOfferedFilters();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user = null } = useQuery(userQuery);
  const says = saysFilters(query);
  const filters = (says ? undefined : openedWith.get(key)) ?? resolveFilters(query, settings, user);
  useEffect(() => {
    if (!says && !openedWith.has(key)) openedWith.set(key, filters);
  });
  return onlyOffered(filters, offered);
}
