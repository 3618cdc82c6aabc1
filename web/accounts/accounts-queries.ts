import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { Country } from '../../contract/platform/countries.ts';
import { callFrom, keys } from '../platform/calls/queries.ts';

/** Lists the towns of a country whose names begin with the typed text or contain it. */
export const townsQuery = (country: Country, typed: string) =>
  queryOptions({
    queryKey: keys.towns(country, typed),
    queryFn: async (context) =>
      (await callFrom(context)('listTowns', { country, query: typed }, { signal: context.signal })).towns,
    enabled: typed !== '',
    staleTime: Infinity,
  });

/** Asks whether a name is free, and for similar names that are; `town` is for one of those. */
export const nameCheckQuery = (name: string, town: string) =>
  queryOptions({
    queryKey: keys.nameCheck(name, town),
    queryFn: (context) => callFrom(context)('checkName', { name, ...(town && { town }) }, { signal: context.signal }),
    staleTime: 60_000,
    retry: false,
  });

/** The member's spending limit for seven days, and the amount left. */
export const spendingQuery = queryOptions({
  queryKey: keys.spending,
  queryFn: (context) => callFrom(context)('getSpending', {}),
});

/** The most recently requested export of the member's data. */
export const exportQuery = queryOptions({
  queryKey: keys.export,
  queryFn: async (context) => (await callFrom(context)('getExport', {}, { signal: context.signal })).export,
});

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: async (context) => (await callFrom(context)('listSessions', {}, { signal: context.signal })).sessions,
});

/** Reads the name on the account that a login link leads to; null if the link has expired. */
export const loginNameQuery = (token: string) =>
  queryOptions({
    // The token stays out of the key, just as it is removed from the address.
    queryKey: keys.loginName,
    queryFn: async (context) => (await callFrom(context)('findLoginLink', { token }, { signal: context.signal })).name,
    staleTime: Infinity,
  });

/** Reads the address that a link confirms or restores; null if the link has expired. */
export const mailChangeQuery = (token: string) =>
  queryOptions({
    queryKey: keys.mailChange,
    queryFn: async (context) =>
      (await callFrom(context)('findMailChange', { token }, { signal: context.signal })).email,
    staleTime: Infinity,
  });

export const passkeysQuery = queryOptions({
  queryKey: keys.passkeys,
  queryFn: async (context) => (await callFrom(context)('listPasskeys', {}, { signal: context.signal })).passkeys,
});

export const consentsQuery = infiniteQueryOptions({
  queryKey: keys.consents,
  queryFn: (context) => callFrom(context)('listConsents', { page: context.pageParam }, { signal: context.signal }),
  initialPageParam: 1,
  getNextPageParam: ({ more }, _pages, page) => (more ? page + 1 : null),
  // Consents may have been changed elsewhere since.
  staleTime: 0,
});

export const hiddenQuery = queryOptions({
  queryKey: keys.hidden,
  queryFn: async (context) => (await callFrom(context)('listHidden', {}, { signal: context.signal })).profiles,
});

export const blocksQuery = queryOptions({
  queryKey: keys.blocks,
  queryFn: async (context) => (await callFrom(context)('listBlocks', {}, { signal: context.signal })).profiles,
});
