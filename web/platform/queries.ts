import { QueryClient, queryOptions } from '@tanstack/react-query';

import { type VisitorSource, noSource } from '../../contract/sources/tracking.ts';
import { type Call, CallError, callOverHttp, mayRetry, retryDelayMs } from './call.ts';
import { keys } from './query-keys.ts';

/** Creates the query client of a browser, or of one page on the server. `call` runs the operations of its queries. */
export function createQueries(call: Call = callOverHttp): QueryClient {
  const onServer = typeof window === 'undefined';
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: onServer ? Infinity : 600_000,
        retry: onServer ? false : mayRetry,
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: false,
        meta: { call },
      },
    },
  });
  queries.setQueryDefaults(visitorSourceQuery.queryKey, { gcTime: Infinity });
  return queries;
}

/** The `call` of the client that runs a query: in process on the server, over HTTP in the browser. */
export function callFrom(context: { meta?: Record<string, unknown> | undefined }): Call {
  return (context.meta?.['call'] as Call | undefined) ?? callOverHttp;
}

/** The logged-in user, or null. */
export const userQuery = queryOptions({
  queryKey: keys.user,
  queryFn: async (context) => {
    try {
      return (await callFrom(context)('getUser', {}, { signal: context.signal })).user;
    } catch (error) {
      if (error instanceof CallError && error.status === 403) return null;
      throw error;
    }
  },
});

/** The settings of the site, without the long lists that few pages need. Loaded once. */
export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: async (context) => {
    const { region_data: _regions, interests: _interests, ...rest } = await callFrom(context)('getSettings', {});
    return rest;
  },
  staleTime: Infinity,
});

/** Whether the visitor came by a partner's link. The server sends it with the page; browsers never fetch it. */
export const visitorSourceQuery = queryOptions<VisitorSource>({
  queryKey: keys.visitorSource,
  queryFn: () => noSource,
  staleTime: Infinity,
});

export const companyQuery = queryOptions({
  queryKey: keys.company,
  queryFn: (context) => callFrom(context)('getCompanyInfo', {}),
  staleTime: Infinity,
});

/** The payment methods of the footer. */
export const methodsQuery = queryOptions({
  queryKey: keys.methods,
  queryFn: async (context) => (await callFrom(context)('listPaymentMethods', {})).paymentmethods,
  staleTime: 300_000,
});

export const interestsQuery = queryOptions({
  queryKey: keys.interests,
  queryFn: async (context) => (await callFrom(context)('listInterests', {})).interests,
  staleTime: Infinity,
});

export const regionsQuery = queryOptions({
  queryKey: keys.regions,
  queryFn: async (context) => (await callFrom(context)('listRegions', {})).regions,
  staleTime: Infinity,
});

export type User = NonNullable<Awaited<ReturnType<NonNullable<(typeof userQuery)['queryFn']>>>>;
export type ShellSettings = Awaited<ReturnType<NonNullable<(typeof settingsQuery)['queryFn']>>>;
