import { type Query, type QueryClient, partialMatchKey } from '@tanstack/react-query';

import type { Chat } from '../../contract/chat/operations.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { chatsQuery, likesQuery } from './list-pages.ts';
import { type CacheName, keys, userQuery } from '../platform/calls/queries.ts';
import { type CacheEvent, type CachedData, type Changes, type Gone, type Known, deriveEffects } from './effects.ts';

export type { Gone };

type Changed = keyof CachedData;

/** Updates every cached response that an event affects, and refetches queries whose new content it does not carry. */
export function applyToCaches(queries: QueryClient, event: CacheEvent): void {
  const effects = deriveEffects(event, readKnown(queries));
  const { change = {}, refetch: stale = [], remove = [], removeUnused = [], gone, load } = effects;
  for (const name of Object.keys(change) as Changed[])
    for (const query of queries.getQueryCache().findAll({ queryKey: [name] }))
      changeCached(queries, query, name, change);
  for (const queryKey of remove) queries.removeQueries({ queryKey });
  if (gone) for (const listener of goneListeners) listener(gone);
  for (const queryKey of removeUnused) queries.removeQueries({ queryKey, type: 'inactive' });
  for (const queryKey of stale) refetch(queries, queryKey);
  if (load && queries.getQueryData(keys[load]) === undefined) refetch(queries, keys[load]);
}

const goneListeners = new Set<(gone: Gone) => void>();

/** Calls `listener` with conversations that are gone. Returns the function that unsubscribes it. */
export function onGone(listener: (gone: Gone) => void): () => void {
  goneListeners.add(listener);
  return () => void goneListeners.delete(listener);
}

function readKnown(queries: QueryClient): Known {
  return {
    paid: queries.getQueryData(userQuery.queryKey)?.paid_user ?? false,
    findChat: (conversation) => queries.getQueryData<Chat | null>(keys.chat(conversation)),
  };
}

/** An event does not make these fresh, since they hold data that no event covers. Other caches follow from events. */
const keepAge: ReadonlySet<string> = new Set<Changed>(['profiles', 'similar', 'profile', 'blocks', 'hidden', 'found']);

function changeCached(queries: QueryClient, query: Query, name: Changed, change: Changes): void {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  if (data === undefined || data === null) return;
  const next = (change[name] as (data: unknown) => unknown)(data);
  const kept = keepAge.has(name);
  queries.setQueryData(query.queryKey, next, kept ? { updatedAt: dataUpdatedAt } : {});
  if (kept && isInvalidated) query.invalidate();
}

/** Refetches a query; user, conversations and likes even if nothing uses them. A failure waits for the next refresh. */
export function refetch(queries: QueryClient, queryKey: readonly [CacheName, ...unknown[]]): void {
  if (queryKey[0] === 'user') void queries.prefetchQuery({ ...userQuery, staleTime: 0 });
  else if (queryKey[0] === 'chats') void queries.prefetchQuery({ ...chatsQuery, staleTime: 0 });
  else if (queryKey[0] === 'likes') void queries.prefetchQuery({ ...likesQuery, staleTime: 0 });
  else void queries.invalidateQueries({ queryKey });
}

interface Log {
  readonly position: number;
  since(position: number): LiveEvent[];
}

/**
 * Applies the events since a request to its response, which may hold data from before them, and refetches it if one
 * does not carry its change. Returns the function that stops this.
 */
export function replayOverResponses(queries: QueryClient, log: Log): () => void {
  const askedAt = new Map<string, number>();
  return queries.getQueryCache().subscribe((update) => {
    if (update.type !== 'updated') return;
    const { query, action } = update;
    if (action.type === 'fetch') askedAt.set(query.queryHash, log.position);
    if (action.type !== 'success' || action.manual) return;
    const name = query.queryKey[0] as Changed;
    let isOld = false;
    for (const event of log.since(askedAt.get(query.queryHash) ?? log.position)) {
      const { change, refetch: old = [] } = deriveEffects(event, readKnown(queries));
      if (change?.[name]) changeCached(queries, query, name, change);
      isOld ||= old.some((key) => partialMatchKey(query.queryKey, key));
    }
    if (isOld) refetch(queries, query.queryKey as [CacheName, ...unknown[]]);
  });
}
