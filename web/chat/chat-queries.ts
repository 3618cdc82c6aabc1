import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';

import type { Chat, Message } from '../../contract/chat/operations.ts';
import { type Call, CallError } from '../platform/calls/call.ts';
import { callFrom, keys } from '../platform/calls/queries.ts';

/** How many pages after the last known message are fetched one by one; beyond that, the latest page replaces them. */
const catchUpPagesMax = 4;

/** Reads an open conversation; null when it is gone. Fetching again keeps the older pages that were already loaded. */
export const chatQuery = (conversation: ConversationId) =>
  queryOptions({
    queryKey: keys.chat(conversation),
    queryFn: (context): Promise<Chat | null> => {
      const known = context.client.getQueryData<Chat | null>(keys.chat(conversation)) ?? null;
      return orNull(fetchChat(callFrom(context), conversation, known));
    },
    staleTime: 10_000,
  });

/** Reads the conversation with a member. One that has not begun has no `conversation`. */
export const memberChatQuery = (profile: MemberId) =>
  queryOptions({
    queryKey: keys.chatWith(profile),
    queryFn: (context) => callFrom(context)('getChat', { profile }, { signal: context.signal }),
    staleTime: 0,
  });

/** Asks whether and how the member can write to another. It fetches no messages, so that nothing is marked read. */
export const askedChatQuery = (profile: MemberId) =>
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

/** Fetches page by page after the last known `seq`, or only the latest page if too much was missed or restored. */
export async function fetchChat(call: Call, conversation: ConversationId, known: Chat | null): Promise<Chat> {
  let chat = known;
  for (let page = 0; chat && page < catchUpPagesMax; page += 1) {
    const after = chat.messages.at(-1)?.seq ?? 0;
    chat = mergeChat(chat, await call('getChat', { conversation, after }));
    if (isRestored(chat)) break;
    if (isContiguous(chat)) return chat;
  }
  return call('getChat', { conversation });
}

export async function loadOlder(queries: QueryClient, call: Call, conversation: ConversationId): Promise<void> {
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

/**
 * Merges messages. The incoming one wins, since its links are fresher. The client's clock plays no part: `seq` gives
 * the order.
 */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): Message[] {
  const bySeq = new Map<number, Message>();
  for (const message of [...known, ...incoming]) bySeq.set(message.seq, message);
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** Merges a fresh response about a conversation with the older messages that are already loaded. */
export function mergeChat(known: Chat, fresh: Chat): Chat {
  const messages = mergeMessages(known.messages, fresh.messages).map((one) =>
    fresh.removed?.includes(one.seq) ? withoutContent(one) : one,
  );
  const oldest = messages[0];
  const reachesBack = oldest !== undefined && oldest.seq === known.messages[0]?.seq;
  return {
    ...fresh,
    messages,
    conversation: fresh.conversation && {
      ...fresh.conversation,
      last_seq: Math.max(fresh.conversation.last_seq, messages.at(-1)?.seq ?? 0),
    },
    has_older: reachesBack ? known.has_older : fresh.has_older,
    hidden_older: reachesBack ? known.hidden_older : fresh.hidden_older,
  };
}

export function mergeOlder(known: Chat, page: Chat): Chat {
  return {
    ...known,
    messages: mergeMessages(page.messages, known.messages),
    has_older: page.has_older,
    hidden_older: page.hidden_older,
  };
}

/** True if the messages reach the last one of the conversation without a gap. */
export function isContiguous(chat: Chat): boolean {
  const last = chat.messages.at(-1)?.seq ?? 0;
  if (chat.messages.some((message, index) => index > 0 && message.seq !== (chat.messages[index - 1]?.seq ?? 0) + 1))
    return false;
  return last >= (chat.conversation?.last_seq ?? 0);
}

/** True if staff restored a message that is known here as removed: only refetching returns its content. */
function isRestored({ messages, removed = [] }: Chat): boolean {
  return messages.some(({ kind, seq }) => kind === 'removed' && !removed.includes(seq));
}

/** Returns a message that was removed after it was fetched, as the server now returns it. */
function withoutContent(message: Message): Message {
  return { ...message, kind: 'removed', text: null, photo: null, gift: null, answers: null, quote: null };
}

/**
 * Returns the part of a conversation on the screen: messages around one that was searched for. It grows until it
 * reaches the latest messages and is merged. Undefined if the conversation is open at its end.
 */
export function usePart(conversation: ConversationId | undefined): Chat | undefined {
  const { data } = useQuery<Chat>({ queryKey: keys.chatPart(conversation ?? ''), queryFn: skipToken });
  return data;
}

/** Returns the conversation with the messages of the part; everything else is current. */
export function withPart(chat: Chat, part: Chat | undefined): Chat {
  if (!part) return chat;
  const { removed = [] } = chat;
  const messages = part.messages.map((one) => (removed.includes(one.seq) ? withoutContent(one) : one));
  return { ...chat, messages, has_older: part.has_older, hidden_older: part.hidden_older };
}

export function leavePart(queries: QueryClient, conversation: ConversationId): void {
  queries.removeQueries({ queryKey: keys.chatPart(conversation) });
}

/** True if a message would arrive, given enough credits. */
export function mayWriteIn({ send_blocker: blocker }: Pick<Chat, 'send_blocker'>): boolean {
  return blocker === null || blocker === 'credits';
}
