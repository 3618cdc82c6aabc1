import type { QueryClient } from '@tanstack/react-query';

import type { Chat } from '../../../contract/chat/operations.ts';
import { chatPageMessages } from '../../../contract/chat/limits.ts';
import { keys } from '../../platform/query-keys.ts';
import type { Call } from '../../platform/call.ts';
import { type Part, leavePart } from '../chat-part.ts';
import { mergeMessages, mergeOlder } from '../merge-messages.ts';

const known = (queries: QueryClient, key: readonly string[]): Chat | null | undefined =>
  queries.getQueryData<Chat | null>(key);

/** Loads a message that the member may see, with those around it, unless it is loaded. */
export async function loadAround(queries: QueryClient, call: Call, conversation: string, seq: number): Promise<void> {
  const chat = known(queries, keys.chat(conversation));
  const part = known(queries, keys.chatPart(conversation));
  if (part && holds(part, seq)) return;
  const first = chat?.messages[0]?.seq;
  if (first === undefined || seq >= first || !chat?.has_older) return leavePart(queries, conversation);
  const after = Math.max(0, seq - chatPageMessages / 2 - 1);
  show(queries, conversation, await call('getChat', { conversation, after }));
}

/** Appends the next page to the part. */
export async function loadNewer(queries: QueryClient, call: Call, conversation: string): Promise<void> {
  const after = known(queries, keys.chatPart(conversation))?.messages.at(-1)?.seq;
  if (after === undefined) return;
  const page = await call('getChat', { conversation, after });
  const part = known(queries, keys.chatPart(conversation));
  // The part was closed or replaced while this request was in flight.
  if (part?.messages.at(-1)?.seq !== after) return;
  show(queries, conversation, { ...part, messages: mergeMessages(part.messages, page.messages) });
}

/** Shows a part, or merges it with the latest messages if it reaches them. */
function show(queries: QueryClient, conversation: string, part: Part): void {
  const chat = known(queries, keys.chat(conversation));
  const first = chat?.messages[0]?.seq;
  if (!chat || first === undefined) return;
  if ((part.messages.at(-1)?.seq ?? 0) < first - 1) {
    queries.setQueryData<Part>(keys.chatPart(conversation), part);
    return;
  }
  queries.setQueryData<Chat>(keys.chat(conversation), mergeOlder(chat, part));
  leavePart(queries, conversation);
}

function holds({ messages }: Part, seq: number): boolean {
  return (messages[0]?.seq ?? Infinity) <= seq && seq <= (messages.at(-1)?.seq ?? 0);
}
