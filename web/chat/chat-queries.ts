import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type { Chat } from '../../contract/chat/operations.ts';
import { type Call, CallError } from '../platform/call.ts';
import { keys } from '../platform/query-keys.ts';
import { callFrom } from '../platform/queries.ts';
import { isContiguous, isRestored, mergeChat, mergeOlder } from './merge-messages.ts';

/** How many pages after the last known message are fetched one by one; beyond that, the latest page replaces them. */
const catchUpPagesMax = 4;

/** An open conversation; null when it is gone. Fetching again keeps the older pages that were already loaded. */
export const chatQuery = (conversation: string) =>
  queryOptions({
    queryKey: keys.chat(conversation),
    queryFn: (context): Promise<Chat | null> => {
      const known = context.client.getQueryData<Chat | null>(keys.chat(conversation)) ?? null;
      return orNull(fetchChat(callFrom(context), conversation, known));
    },
    staleTime: 10_000,
  });

/** The conversation with a member. One that has not begun has no `conversation`. */
export const memberChatQuery = (profile: string) =>
  queryOptions({
    queryKey: keys.chatWith(profile),
    queryFn: (context) => callFrom(context)('getChat', { profile }, { signal: context.signal }),
    staleTime: 0,
  });

/** Whether and how the member can write to another. Fetches no messages, so that nothing is marked read. */
export const askedChatQuery = (profile: string) =>
  queryOptions({
    queryKey: [...keys.chatWith(profile), 'asked'],
    queryFn: (context) => callFrom(context)('getChat', { profile, before: 1 }, { signal: context.signal }),
    staleTime: 0,
  });

export const giftsQuery = queryOptions({
  queryKey: keys.gifts,
  queryFn: async (context) => (await callFrom(context)('listGifts', {})).gifts,
  staleTime: Infinity,
});

async function orNull(chat: Promise<Chat>): Promise<Chat | null> {
  try {
    return await chat;
  } catch (error) {
    if (error instanceof CallError && error.code === 'chat.not-found') return null;
    throw error;
  }
}

/**
 * Merges new messages of a conversation into the known ones: page by page after the last known `seq`, or the latest
 * page if nothing is known, too much was missed or a removed message came back.
 */
export async function fetchChat(call: Call, conversation: string, known: Chat | null): Promise<Chat> {
  let chat = known;
  for (let page = 0; chat && page < catchUpPagesMax; page += 1) {
    const after = chat.messages.at(-1)?.seq ?? 0;
    chat = mergeChat(chat, await call('getChat', { conversation, after }));
    if (isRestored(chat)) break;
    if (isContiguous(chat)) return chat;
  }
  return call('getChat', { conversation });
}

/** Loads the page before the first message on the screen. */
export async function loadOlder(queries: QueryClient, call: Call, conversation: string): Promise<void> {
  const part = keys.chatPart(conversation);
  const key = queries.getQueryData(part) === undefined ? keys.chat(conversation) : part;
  const before = queries.getQueryData<Chat | null>(key)?.messages[0]?.seq;
  if (before === undefined) return;
  const page = await call('getChat', { conversation, before });
  // The messages may have changed meanwhile: a page that no longer fits before them is dropped.
  queries.setQueryData<Chat | null>(key, (known) =>
    known?.messages[0]?.seq === before ? mergeOlder(known, page) : known,
  );
}
