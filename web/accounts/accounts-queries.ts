import { queryOptions } from '@tanstack/react-query';

import type { Country } from '../../contract/countries.ts';
import { callFrom } from '../queries.ts';

/** Towns of a country whose names begin with the typed text or contain it. */
export const townsQuery = (country: Country, typed: string) =>
  queryOptions({
    queryKey: ['towns', country, typed] as const,
    queryFn: async (context) =>
      (await callFrom(context)('listTowns', { country, query: typed }, { signal: context.signal })).towns,
    enabled: typed !== '',
    staleTime: Infinity,
  });

/** The members whom the member has blocked. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'] as const,
  queryFn: async (context) => (await callFrom(context)('listBlocks', {}, { signal: context.signal })).profiles,
});
