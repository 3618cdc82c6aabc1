import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';

import type { Country } from '../../../contract/platform/countries.ts';
import type { Output } from '../../../contract/index.ts';
import { keys } from '../../platform/query-keys.ts';
import { callFrom, regionsQuery } from '../../platform/queries.ts';
import { type Filters, toSearchQuery, writeFilters } from './filters.ts';

/** One page of a search, cached for a while, so that going back restores the list. */
export const profilesQuery = (filters: Filters, page: number) =>
  queryOptions({
    queryKey: keys.profiles(writeFilters(filters), page),
    queryFn: (context) => callFrom(context)('searchProfiles', toSearchQuery(filters, page), { signal: context.signal }),
    staleTime: 300_000,
  });

/** The regions of one country: all regions would add 14 KB to every search page. Browsers fetch them all, once. */
export const regionsOfQuery = (country: Country | null) =>
  queryOptions({
    queryKey: keys.regionsOf(country),
    queryFn: async (context) => (country === null ? [] : ((await allRegions(context))[country] ?? [])),
    staleTime: Infinity,
  });

async function allRegions(context: QueryFunctionContext): Promise<Output<'listRegions'>['regions']> {
  if (typeof window !== 'undefined') return context.client.ensureQueryData(regionsQuery);
  return (await callFrom(context)('listRegions', {})).regions;
}
