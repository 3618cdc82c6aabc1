import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

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

/** The copy of their data that the member asked for last. */
export const exportQuery = queryOptions({
  queryKey: keys.export,
  queryFn: async (context) => (await callFrom(context)('getExport', {}, { signal: context.signal })).export,
});

/** Where the member is logged in. */
export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: async (context) => (await callFrom(context)('listSessions', {}, { signal: context.signal })).sessions,
});

/** Whose account the link of a notice leads into; null for one that works no more. */
export const entryNameQuery = (token: string) =>
  queryOptions({
    // The token stays out of the key, as it is emptied out of the address.
    queryKey: keys.entryName,
    queryFn: async (context) => (await callFrom(context)('findEntry', { token }, { signal: context.signal })).name,
    staleTime: Infinity,
  });

/** Which address a link confirms or brings back; null for one that works no more. */
export const mailChangeQuery = (token: string) =>
  queryOptions({
    // The token stays out of the key, as it is emptied out of the address.
    queryKey: keys.mailChange,
    queryFn: async (context) =>
      (await callFrom(context)('findMailChange', { token }, { signal: context.signal })).email,
    staleTime: Infinity,
  });

/** With what the member logs in without a password. */
export const passkeysQuery = queryOptions({
  queryKey: keys.passkeys,
  queryFn: async (context) => (await callFrom(context)('listPasskeys', {}, { signal: context.signal })).passkeys,
});

/** What the member agreed to and took back, page by page. */
export const consentsQuery = infiniteQueryOptions({
  queryKey: keys.consents,
  queryFn: (context) => callFrom(context)('listConsents', { page: context.pageParam }, { signal: context.signal }),
  initialPageParam: 1,
  getNextPageParam: ({ more }, _pages, page) => (more ? page + 1 : null),
  // What was just turned off elsewhere is in it.
  staleTime: 0,
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
