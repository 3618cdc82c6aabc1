import { type Query, type QueryClient, partialMatchKey } from '@tanstack/react-query';

import type { Chat } from '../../contract/chat.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { chatsQuery, likesQuery, userQuery } from '../queries.ts';
import { type CacheEvent, type Changes, type Known, effectsOf } from './effects.ts';
import { type CachedData, type Gone, keys } from './query-keys.ts';

type Changed = keyof CachedData;

/** Changes every cached answer that an event concerns, and refetches those whose new content it does not carry. */
export function applyToCaches(queries: QueryClient, event: CacheEvent): void {
  const { change = {}, refetch: stale = [], remove = [], gone, load } = effectsOf(event, knownOf(queries, event));
  for (const name of Object.keys(change) as Changed[])
    for (const query of queries.getQueryCache().findAll({ queryKey: [name] }))
      changeAnswer(queries, query, name, change);
  for (const queryKey of remove) queries.removeQueries({ queryKey });
  if (gone) for (const listener of goneListeners) listener(gone);
  // Without an id yet, a conversation that has begun is fetched by its other member's when it is opened again.
  if (event.type === 'message') queries.removeQueries({ queryKey: keys.chatWith(event.profile.id), type: 'inactive' });
  for (const queryKey of stale) refetch(queries, queryKey);
  if (load && queries.getQueryData(keys[load]) === undefined) refetch(queries, keys[load]);
}

const goneListeners = new Set<(gone: Gone) => void>();

/** Tells of conversations that are gone until the returned function is called. */
export function onGone(listener: (gone: Gone) => void): () => void {
  goneListeners.add(listener);
  return () => void goneListeners.delete(listener);
}

function knownOf(queries: QueryClient, event: CacheEvent): Known {
  const paid = queries.getQueryData(userQuery.queryKey)?.paid_user ?? false;
  if (event.type !== 'message') return { paid, chat: undefined };
  return { paid, chat: queries.getQueryData<Chat | null>(keys.chat(event.message.conversation)) };
}

/**
 * Members and their profiles carry much that no event tells, so they keep their age and are fetched again when it is
 * time. The other answers follow from events alone, and are as fresh as the last one.
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

/** Fetches again; user, conversations and likes also when no part of the page shows them. A failure waits for the next refresh. */
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
 * An answer that was already being made when an event came may not know of it. When it arrives, the events since it was
 * asked for are applied to it, and it is fetched once more if one of them does not carry what changed. Returns what
 * ends this.
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
      const { change, refetch: old = [] } = effectsOf(event, knownOf(queries, event));
      if (change?.[name]) changeAnswer(queries, query, name, change);
      isOld ||= old.some((key) => partialMatchKey(query.queryKey, key));
    }
    if (isOld) refetch(queries, query.queryKey as [string, ...unknown[]]);
  });
}
