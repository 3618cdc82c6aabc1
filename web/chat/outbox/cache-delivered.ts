import type { QueryClient } from '@tanstack/react-query';

import type { Chat } from '../../../contract/chat/operations.ts';
import type { Output } from '../../../contract/index.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { keys } from '../../platform/query-keys.ts';
import { chatsQuery } from '../../cache/chats-pages.ts';

/**
 * Puts a delivered message into the caches, whether or not the live channel is open. Resolves once the conversation
 * shows it; messages that were missed before it are fetched first.
 */
export async function cacheDelivered(
  queries: QueryClient,
  profile: string,
  answer: Output<'sendMessage'>,
): Promise<void> {
  const { message, credits } = answer;
  const begun = queries.getQueryData<Chat>(keys.chatWith(profile));
  if (begun && !queries.getQueryData(keys.chat(message.conversation)))
    queries.setQueryData<Chat>(keys.chat(message.conversation), {
      ...begun,
      conversation: { id: message.conversation, last_seq: message.seq - 1, other_read_seq: 0, unread: 0 },
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

function findProfile(queries: QueryClient, profile: string): ProfileSummary | undefined {
  const chats = ['chat', 'chat-with'].flatMap((name) => queries.getQueriesData<Chat | null>({ queryKey: [name] }));
  return chats.find(([, chat]) => chat?.profile.id === profile)?.[1]?.profile;
}
