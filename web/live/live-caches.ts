import type { QueryClient } from '@tanstack/react-query';

import type { Chat } from '../../contract/chat.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { chatKey, memberChatKey } from '../chat/chat-queries.ts';
import { chatsQuery, likesQuery, userQuery } from '../queries.ts';
import { applyToChat, applyToChats, applyToUser, staleAfter } from './apply-event.ts';
import { applyToLikes } from './apply-to-likes.ts';
import type { EventLog } from './event-log.ts';

const isPaid = (queries: QueryClient): boolean => queries.getQueryData(userQuery.queryKey)?.paid_user ?? false;

/** Applies an event to every cached answer that it concerns, and fetches again what it carries no content for. */
export function applyToCaches(queries: QueryClient, event: LiveEvent): void {
  const conversation = 'message' in event ? event.message.conversation : undefined;
  const chat = conversation === undefined ? undefined : queries.getQueryData<Chat | null>(chatKey(conversation));
  const stale = staleAfter(event, { paid: isPaid(queries), chat });
  for (const name of ['user', 'chats', 'likes', 'chat'] as const) applyTo(queries, name, event);
  if (event.type === 'message') queries.removeQueries({ queryKey: memberChatKey(event.profile.id), type: 'inactive' });
  for (const name of [...stale, ...neverLoaded(queries, event)]) refetch(queries, name);
}

/** Lists that the page has not needed so far; the counts in the title and the tabs follow them from now on. */
function neverLoaded(queries: QueryClient, event: LiveEvent): string[] {
  if (event.type === 'message' || event.type === 'read')
    return queries.getQueryData(chatsQuery.queryKey) ? [] : ['chats'];
  if (event.type === 'like' || event.type === 'like-gone' || event.type === 'like-seen')
    return queries.getQueryData(likesQuery.queryKey) ? [] : ['likes'];
  return [];
}

/** Fetches again, also what no part of the page watches; a failure waits for the next refresh. */
export function refetch(queries: QueryClient, name: string): void {
  if (name === 'user') void queries.prefetchQuery({ ...userQuery, staleTime: 0 });
  else if (name === 'chats') void queries.prefetchQuery({ ...chatsQuery, staleTime: 0 });
  else if (name === 'likes') void queries.prefetchQuery({ ...likesQuery, staleTime: 0 });
  else void queries.invalidateQueries({ queryKey: [name] });
}

type CacheName = 'user' | 'chats' | 'likes' | 'chat';

function applyTo(queries: QueryClient, name: CacheName, event: LiveEvent): void {
  if (name === 'user') queries.setQueryData(userQuery.queryKey, (user) => user && applyToUser(user, event));
  else if (name === 'chats') queries.setQueryData(chatsQuery.queryKey, (chats) => chats && applyToChats(chats, event));
  else if (name === 'likes') queries.setQueryData(likesQuery.queryKey, (likes) => likes && applyToLikes(likes, event));
  else applyToConversations(queries, event);
}

function applyToConversations(queries: QueryClient, event: LiveEvent): void {
  const paid = event.type === 'balance' ? event.paid_user : isPaid(queries);
  for (const key of [['chat'], ['chat-with']])
    queries.setQueriesData<Chat | null>({ queryKey: key }, (chat) => chat && applyToChat(chat, event, paid));
}

/**
 * An answer that was already on its way when an event came may not know of it yet. When it arrives, the events since it
 * was asked for are applied to it again. Returns what ends the watch.
 */
export function replayOverAnswers(queries: QueryClient, log: EventLog): () => void {
  const askedAt = new Map<string, number>();
  return queries.getQueryCache().subscribe((change) => {
    if (change.type !== 'updated') return;
    const name = change.query.queryKey[0];
    if (name !== 'user' && name !== 'chats' && name !== 'likes' && name !== 'chat') return;
    const { queryHash } = change.query;
    if (change.action.type === 'fetch') askedAt.set(queryHash, log.position);
    if (change.action.type !== 'success' || change.action.manual) return;
    for (const event of log.since(askedAt.get(queryHash) ?? log.position)) applyTo(queries, name, event);
  });
}
