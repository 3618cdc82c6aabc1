import type { QueryClient } from '@tanstack/react-query';

import type { Chat } from '../../../contract/chat/operations.ts';
import { chatPageMessages } from '../../../contract/chat/limits.ts';
import { keys } from '../../platform/calls/queries.ts';
import { type Call, call as callServer } from '../../platform/calls/call.ts';
import { leavePart, mergeMessages, mergeOlder } from '../chat-queries.ts';

const known = (queries: QueryClient, key: readonly string[]): Chat | null | undefined =>
  queries.getQueryData<Chat | null>(key);

/** Loads a message that the member may see, with those around it, unless it is loaded. */
export async function loadAround(
  queries: QueryClient,
  call: Call,
  conversation: ConversationId,
  seq: number,
): Promise<void> {
  const chat = known(queries, keys.chat(conversation));
  const part = known(queries, keys.chatPart(conversation));
  if (part && holds(part, seq)) return;
  const first = chat?.messages[0]?.seq;
  if (first === undefined || seq >= first || !chat?.has_older) return leavePart(queries, conversation);
  const after = Math.max(0, seq - chatPageMessages / 2 - 1);
  show(queries, conversation, await call('getChat', { conversation, after }));
}

export async function loadNewer(queries: QueryClient, call: Call, conversation: ConversationId): Promise<void> {
  const after = known(queries, keys.chatPart(conversation))?.messages.at(-1)?.seq;
  if (after === undefined) return;
  const page = await call('getChat', { conversation, after });
  const part = known(queries, keys.chatPart(conversation));
  // The part was closed or replaced while this request was in flight.
  if (part?.messages.at(-1)?.seq !== after) return;
  show(queries, conversation, { ...part, messages: mergeMessages(part.messages, page.messages) });
}

/** Shows a part, or merges it with the latest messages if it reaches them. */
function show(queries: QueryClient, conversation: ConversationId, part: Chat): void {
  const chat = known(queries, keys.chat(conversation));
  const first = chat?.messages[0]?.seq;
  if (!chat || first === undefined) return;
  if ((part.messages.at(-1)?.seq ?? 0) < first - 1) {
    queries.setQueryData<Chat>(keys.chatPart(conversation), part);
    return;
  }
  queries.setQueryData<Chat>(keys.chat(conversation), mergeOlder(chat, part));
  leavePart(queries, conversation);
}

function holds({ messages }: Chat, seq: number): boolean {
  return (messages[0]?.seq ?? Infinity) <= seq && seq <= (messages.at(-1)?.seq ?? 0);
}

const framesMax = 60;

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Loads the messages around one of an open conversation, scrolls it to the middle, marks and focuses it. */
export async function goToMessage(queries: QueryClient, conversation: ConversationId, seq: number): Promise<void> {
  try {
    await loadAround(queries, callServer, conversation, seq);
  } catch {
    // The conversation stays open at its end, where loading older messages shows its own errors.
    return;
  }
  const row = await drawn(seq);
  for (const before of document.querySelectorAll<HTMLElement>('[data-found]')) delete before.dataset['found'];
  if (!row) return;
  row.dataset['found'] = '';
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  await bringToMiddle(row);
}

async function drawn(seq: number): Promise<HTMLElement | null> {
  for (let frame = 0; frame < framesMax; frame += 1) {
    const row = document.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
    if (row) return row;
    await nextFrame();
  }
  return null;
}

/** Scrolls until nothing moves: rows that come onto the screen get their real height, which moves the others. */
async function bringToMiddle(row: HTMLElement): Promise<void> {
  for (let frame = 0, last = Number.NaN; frame < framesMax; frame += 1) {
    row.scrollIntoView({ block: 'center' });
    await nextFrame();
    const { top } = row.getBoundingClientRect();
    if (top === last) return;
    last = top;
  }
}
