import { queryOptions } from '@tanstack/react-query';

import type { Country } from '../../contract/countries.ts';
import { keys } from '../cache/query-keys.ts';
import { callFrom } from '../queries.ts';

/** Towns of a country whose names begin with the typed text or contain it. */
export const townsQuery = (country: Country, typed: string) =>
  queryOptions({
    queryKey: keys.towns(country, typed),
    queryFn: async (context) =>
      (await callFrom(context)('listTowns', { country, query: typed }, { signal: context.signal })).towns,
    enabled: typed !== '',
    staleTime: Infinity,
  });

/** The members whom the member hides. */
export const hiddenQuery = queryOptions({
  queryKey: keys.hidden,
  queryFn: async (context) => (await callFrom(context)('listHidden', {}, { signal: context.signal })).profiles,
});

/** The members whom the member has blocked. */
export const blocksQuery = queryOptions({
  queryKey: keys.blocks,
  queryFn: async (context) => (await callFrom(context)('listBlocks', {}, { signal: context.signal })).profiles,
});
