import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { emptySentences, listOwnConversations } from './queries.ts';

/** Empties quotes of a member's profile text in others' messages, for good. Returns the number of messages. */
export async function emptyQuotes(
  { bus }: Pick<AppContext, 'bus'>,
  tx: Transaction,
  memberId: string,
): Promise<number> {
  const own = await tx.all(listOwnConversations, { memberId });
  const emptied = await tx.all(emptySentences, {
    memberId,
    conversationIds: own.map(({ conversation_id: id }) => id),
  });
  // Open pages fetch again, and so do the copies that devices keep.
  const readers = new Set(emptied.flatMap(({ sender_id: senderId }) => [senderId, memberId]));
  tx.afterCommit(() => {
    for (const reader of readers) bus.publish(reader, { type: 'catch-up' });
  });
  return emptied.length;
}
