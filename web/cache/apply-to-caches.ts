import { type Query, type QueryClient, partialMatchKey } from '@tanstack/react-query';

import type { Chat } from '../../contract/chat/operations.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { chatsQuery } from './chats-pages.ts';
import { likesQuery } from './likes-pages.ts';
import { userQuery } from '../platform/queries.ts';
import { type CacheEvent, type Changes, type Known, deriveEffects } from './effects.ts';
import { type CachedData, type Gone, keys } from '../platform/query-keys.ts';

type Changed = keyof CachedData;

/** Updates every cached response that an event affects, and refetches queries whose new content it does not carry. */
export function applyToCaches(queries: QueryClient, event: CacheEvent): void {
  const { change = {}, refetch: stale = [], remove = [], gone, load } = deriveEffects(event, readKnown(queries, event));
  for (const name of Object.keys(change) as Changed[])
    for (const query of queries.getQueryCache().findAll({ queryKey: [name] }))
      changeAnswer(queries, query, name, change);
  for (const queryKey of remove) queries.removeQueries({ queryKey });
  if (gone) for (const listener of goneListeners) listener(gone);
  // The conversation has begun, so an unused copy under the other member's id is out of date.
  if (event.type === 'message') queries.removeQueries({ queryKey: keys.chatWith(event.profile.id), type: 'inactive' });
  for (const queryKey of stale) refetch(queries, queryKey);
  if (load && queries.getQueryData(keys[load]) === undefined) refetch(queries, keys[load]);
}

const goneListeners = new Set<(gone: Gone) => void>();

/** Calls `listener` with conversations that are gone. Returns the function that unsubscribes it. */
export function onGone(listener: (gone: Gone) => void): () => void {
  goneListeners.add(listener);
  return () => void goneListeners.delete(listener);
}

function readKnown(queries: QueryClient, event: CacheEvent): Known {
  const paid = queries.getQueryData(userQuery.queryKey)?.paid_user ?? false;
  if (event.type !== 'message') return { paid, chat: undefined };
  return { paid, chat: queries.getQueryData<Chat | null>(keys.chat(event.message.conversation)) };
}

/**
 * Members and profiles hold data that no event covers, so an event does not change their age, and they are refetched
 * when stale. The other caches follow from events alone: each event makes them fresh.
 */
const keepAge: ReadonlySet<string> = new Set<Changed>(['profiles', 'similar', 'profile', 'blocks', 'hidden', 'found']);

function changeAnswer(queries: QueryClient, query: Query, name: Changed, change: Changes): void {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  if (data === undefined || data === null) return;
  const next = (change[name] as (data: unknown) => unknown)(data);
  const kept = keepAge.has(name);
  queries.setQueryData(query.queryKey, next, kept ? { updatedAt: dataUpdatedAt } : {});
  if (kept && isInvalidated) query.invalidate();
}

/** Refetches a query; user, conversations and likes even if nothing uses them. A failure waits for the next refresh. */
export function refetch(queries: QueryClient, queryKey: readonly [string, ...unknown[]]): void {
  if (queryKey[0] === 'user') void queries.prefetchQuery({ ...userQuery, staleTime: 0 });
  else if (queryKey[0] === 'chats') void queries.prefetchQuery({ ...chatsQuery, staleTime: 0 });
  else if (queryKey[0] === 'likes') void queries.prefetchQuery({ ...likesQuery, staleTime: 0 });
  else void queries.invalidateQueries({ queryKey });
}

/** The part of the event log that a replay needs. */
interface Log {
  readonly position: number;
  since(position: number): LiveEvent[];
}

/**
 * A request in flight when an event arrives may return data from before the event. When the response arrives, the
 * events since the request started are applied to it, and it is refetched if one of them does not carry its change.
 * Returns the function that stops this.
 */
export function replayOverAnswers(queries: QueryClient, log: Log): () => void {
  const askedAt = new Map<string, number>();
  return queries.getQueryCache().subscribe((update) => {
    if (update.type !== 'updated') return;
    const { query, action } = update;
    if (action.type === 'fetch') askedAt.set(query.queryHash, log.position);
    if (action.type !== 'success' || action.manual) return;
    const name = query.queryKey[0] as Changed;
    let isOld = false;
    for (const event of log.since(askedAt.get(query.queryHash) ?? log.position)) {
      const { change, refetch: old = [] } = deriveEffects(event, readKnown(queries, event));
      if (change?.[name]) changeAnswer(queries, query, name, change);
      isOld ||= old.some((key) => partialMatchKey(query.queryKey, key));
    }
    if (isOld) refetch(queries, query.queryKey as [string, ...unknown[]]);
  });
}
