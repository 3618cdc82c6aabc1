import type { QueryClient } from '@tanstack/react-query';

import type { Chat } from '../../../contract/chat/operations.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { chatsQuery } from '../../cache/list-pages.ts';
import { uploadForm } from '../../photos/upload-form.ts';
import { callLive } from '../../platform/calls/call-live.ts';
import { keys, wholeCaches } from '../../platform/calls/queries.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { outbox } from './outbox.ts';
import * as shared from './shared-outbox.ts';

/** The code that stores, sends and delivers for the outbox of a page. It is loaded after the page. */
export const tools = { ...shared, sendEntry, uploadForm, applyToCaches, cacheDelivered };

export interface Owner {
  member: MemberId;
  queries: QueryClient;
  tools: typeof tools;
}

/** Opens the outbox of a member and sends what waits in it. Returns a function that closes it. */
export function openOutbox(member: MemberId, queries: QueryClient): () => void {
  return outbox.open({ member, queries, tools });
}

/** Sends over the page's socket or HTTP, and photos with their progress. */
function sendEntry(entry: OutboxEntry, member: MemberId, upload: shared.Upload): Promise<shared.Sent> {
  return shared.sendEntry(entry, member, { upload, call: callLive });
}

/** Resolves once the conversation shows the message; messages that were missed before it are fetched first. */
async function cacheDelivered(queries: QueryClient, profile: MemberId, response: shared.Sent): Promise<void> {
  const { message, credits } = response;
  const begun = queries.getQueryData<Chat>(keys.chatWith(profile));
  if (begun && !queries.getQueryData(keys.chat(message.conversation)))
    queries.setQueryData<Chat>(keys.chat(message.conversation), {
      ...begun,
      conversation: { id: message.conversation, last_seq: message.seq - 1, read_seq: 0, other_read_seq: 0, unread: 0 },
    });
  const entry = queries.getQueryData(chatsQuery.queryKey)?.chats.find((other) => other.profile.id === profile);
  const other = findProfile(queries, profile) ?? entry?.profile;
  if (!other) return void queries.invalidateQueries({ queryKey: chatsQuery.queryKey });
  applyToCaches(queries, {
    type: 'message',
    message,
    profile: other,
    num_unread_messages: entry?.num_unread_messages ?? 0,
    credits,
  });
  const queryKey = keys.chat(message.conversation);
  const shown = queries.getQueryData<Chat | null>(queryKey);
  if (shown && !shown.messages.some(({ seq }) => seq === message.seq)) await queries.refetchQueries({ queryKey });
}

function findProfile(queries: QueryClient, profile: MemberId): ProfileSummary | undefined {
  const chats = wholeCaches('chat', 'chat-with').flatMap((queryKey) =>
    queries.getQueriesData<Chat | null>({ queryKey }),
  );
  return chats.find(([, chat]) => chat?.profile.id === profile)?.[1]?.profile;
}
