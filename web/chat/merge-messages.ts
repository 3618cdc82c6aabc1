import type { Chat, Message } from '../../contract/chat/operations.ts';

/**
 * Merges two sets of messages of one conversation, in the order of `seq`, each once. If both have a message, the
 * incoming one wins, since its links are fresher. The client's clock plays no part.
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

/** Puts an older page in front of the known messages; everything else stays as it is. */
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
export function isRestored({ messages, removed = [] }: Chat): boolean {
  return messages.some(({ kind, seq }) => kind === 'removed' && !removed.includes(seq));
}

/** Returns a message that was removed after it was fetched, as the server now returns it. */
export function withoutContent(message: Message): Message {
  return { ...message, kind: 'removed', text: null, photo: null, gift: null, answers: null, foothold: null };
}
