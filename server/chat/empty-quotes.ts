import type { Transaction } from '../platform/database/database.ts';
import { emptySentences, listOwnConversations } from './queries.ts';

/**
 * Empties what others took up from the text of a member's profile: their messages keep their own words, and show that the
 * sentence is gone. For good, as the text itself. Returns the number of messages.
 */
export async function emptyQuotes(tx: Transaction, memberId: string): Promise<number> {
  const own = await tx.all(listOwnConversations, { memberId });
  return tx.run(emptySentences, { memberId, conversationIds: own.map(({ conversation_id: id }) => id) });
}
