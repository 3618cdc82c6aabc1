import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';

import type { Chat } from '../../contract/chat/operations.ts';
import { keys } from '../platform/query-keys.ts';
import { withoutContent } from './merge-messages.ts';

/**
 * A part of a conversation far from its end, around a message that was searched for, apart from the latest messages.
 * It grows at both ends, and is merged with the latest messages as soon as it reaches them.
 */
export type Part = Chat;

/** The part on the screen; undefined if the conversation is open at its end. */
export function usePart(conversation: string | undefined): Part | undefined {
  const { data } = useQuery<Part>({ queryKey: keys.chatPart(conversation ?? ''), queryFn: skipToken });
  return data;
}

/** The conversation with the messages of the part; everything else is current. */
export function withPart(chat: Chat, part: Part | undefined): Chat {
  if (!part) return chat;
  const { removed = [] } = chat;
  const messages = part.messages.map((one) => (removed.includes(one.seq) ? withoutContent(one) : one));
  return { ...chat, messages, has_older: part.has_older, hidden_older: part.hidden_older };
}

/** Goes back to the latest messages. */
export function leavePart(queries: QueryClient, conversation: string): void {
  queries.removeQueries({ queryKey: keys.chatPart(conversation) });
}
