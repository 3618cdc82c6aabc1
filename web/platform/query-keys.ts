import type { Chat, Chats } from '../../contract/chat/operations.ts';
import type { Country } from '../../contract/platform/countries.ts';
import type { Input, Output } from '../../contract/index.ts';
import type { Likes } from '../../contract/likes/operations.ts';
import type { Profile, ProfileSummary } from '../../contract/members/operations.ts';

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
  regionsOf: (country: Country | null) => ['regions-of', country],
  towns: (country: Country, typed: string) => ['towns', country, typed],
  chats: ['chats'],
  chat: (conversation: string) => ['chat', conversation],
  /** A part of the conversation far from its end (`web/chat/chat-part.ts`). */
  chatPart: (conversation: string) => ['chat-part', conversation],
  chatWith: (profile: string) => ['chat-with', profile],
  /** Messages found by a search in the member's conversations. */
  found: (text: string) => ['found', text],
  gifts: ['gifts'],
  likes: ['likes'],
  swipes: ['swipes'],
  /** The next card of the swipe game; `hand` is the ids of the cards already held, separated by commas. */
  nextSwipe: (hand: string) => ['next-swipe', hand],
  /** `filters` as they appear in the URL of the search. */
  profiles: (filters: string, page: number) => ['profiles', filters, page],
  profile: (id: string) => ['profile', id],
  /** Similar or suggested members: lists of the same shape, which change with the same events. */
  similar: (to: string) => ['similar', to],
  blocks: ['blocks'],
  hidden: ['hidden'],
  export: ['export'],
  push: ['push'],
  sessions: ['sessions'],
  entryName: ['entry-name'],
  mailChange: ['mail-change'],
  passkeys: ['passkeys'],
  consents: ['consents'],
  /** Prices with the discount of `code`. */
  bundles: (country: Country | 'own', code?: string) => ['bundles', country, code ?? ''],
  quote: (order: Input<'quoteOrder'>) => ['quote', order],
  timeBonus: ['time-bonus'],
  lastOffer: ['last-offer'],
  payment: (id: string) => ['payment', id],
  payments: ['payments'],
  debit: (id: string) => ['debit', id],
  ledger: ['ledger'],
  ledgerOf: (cause: string) => ['ledger', cause],
  spending: ['spending'],
  repeatOrders: ['repeat-orders'],
  withdrawals: ['withdrawals'],
} as const satisfies Record<string, readonly [string] | ((...parts: never[]) => readonly [string, ...unknown[]])>;

/** The data of the queries that events and responses to calls change. */
export interface CachedData {
  user: Output<'getUser'>['user'];
  chats: Chats;
  chat: Chat | null;
  'chat-part': Chat;
  'chat-with': Chat | null;
  found: { readonly pages: readonly Output<'searchMessages'>[]; readonly pageParams: readonly unknown[] };
  likes: Likes;
  profiles: Output<'searchProfiles'>;
  similar: Output<'listSimilar'>;
  profile: Profile;
  blocks: ProfileSummary[];
  hidden: ProfileSummary[];
  swipes: { readonly cards: readonly ProfileSummary[] };
}

type KeyOf<Entry> = Entry extends (...parts: never[]) => infer Key ? Key : Entry;
export type CacheName = KeyOf<(typeof keys)[keyof typeof keys]>[0];

/** A conversation that is gone, by its id or by its other member. */
export type Gone = { conversation: string } | { profile: string };
