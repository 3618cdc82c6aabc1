import { QueryClient, queryOptions } from '@tanstack/react-query';

import type { Input } from '../../../contract/index.ts';
import type { Country } from '../../../contract/platform/countries.ts';
import { type VisitorSource, noSource } from '../../../contract/sources/tracking.ts';
import { type Call, CallError, callOverHttp, mayRetry, retryDelayMs } from './call.ts';

/** The key of every query. The first part is the cache's name; alone, it matches all queries of that cache. */
export const keys = {
  user: ['user'],
  settings: ['settings'],
  visitorSource: ['visitor-source'],
  company: ['company'],
  terms: ['terms'],
  methods: ['methods'],
  interests: ['interests'],
  regions: ['regions'],
  countryRegions: (country: Country | null) => ['regions-of', country],
  towns: (country: Country, typed: string) => ['towns', country, typed],
  nameCheck: (name: string, town: string) => ['name-check', name, town],
  chats: ['chats'],
  chat: (conversation: ConversationId | '') => ['chat', conversation],
  /** A part of the conversation far from its end (`web/chat/chat-queries.ts`). */
  chatPart: (conversation: ConversationId | '') => ['chat-part', conversation],
  chatWith: (profile: MemberId | '') => ['chat-with', profile],
  found: (text: string) => ['found', text],
  gifts: ['gifts'],
  likes: ['likes'],
  swipes: ['swipes'],
  /** The next card of the swipe game; `hand` is the ids of the cards already held, separated by commas. */
  nextSwipe: (hand: string) => ['next-swipe', hand],
  /** `filters` as they appear in the URL of the search. */
  profiles: (filters: string, page: number) => ['profiles', filters, page],
  profile: (id: MemberId) => ['profile', id],
  /** The `ProfileSummary` of a tapped card; it is set, never fetched. */
  card: (id: MemberId) => ['card', id],
  /** Similar or suggested members: lists of the same shape, which change with the same events. */
  similar: (to: string) => ['similar', to],
  blocks: ['blocks'],
  hidden: ['hidden'],
  export: ['export'],
  push: ['push'],
  sessions: ['sessions'],
  loginName: ['login-name'],
  mailChange: ['mail-change'],
  passkeys: ['passkeys'],
  consents: ['consents'],
  bundles: (country: Country | 'own', code?: string) => ['bundles', country, code ?? ''],
  orderPrice: (order: Input<'priceOrder'>) => ['order-price', order],
  timeBonus: ['time-bonus'],
  lastOffer: ['last-offer'],
  payment: (id: PaymentId) => ['payment', id],
  payments: ['payments'],
  debit: (id: DebitId) => ['debit', id],
  ledger: ['ledger'],
  ledgerByCause: (cause: string) => ['ledger', cause],
  spending: ['spending'],
  repeatOrders: ['repeat-orders'],
  withdrawals: ['withdrawals'],
  payBack: ['pay-back'],
} as const satisfies Record<string, readonly [string] | ((...parts: never[]) => readonly [string, ...unknown[]])>;

type KeyOf<Entry> = Entry extends (...parts: never[]) => infer Key ? Key : Entry;
export type CacheName = KeyOf<(typeof keys)[keyof typeof keys]>[0];

export const wholeCaches = <Name extends CacheName>(...names: Name[]): [Name][] => names.map((name) => [name]);

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

/** Returns the `call` of the client that runs a query: in process on the server, over HTTP in the browser. */
export function callFrom(context: { meta?: Record<string, unknown> | undefined }): Call {
  return (context.meta?.['call'] as Call | undefined) ?? callOverHttp;
}

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
