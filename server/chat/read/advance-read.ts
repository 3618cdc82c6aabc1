import type { AppContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { lockSide, moveRead } from '../queries.ts';

/**
 * Moves forward how far a member has read a conversation, and counts anew what is unread after it. Both members'
 * devices hear of it after the commit. Returns the unread messages left; nothing when the conversation is not theirs
 * or `seq` is no news. The side is locked first: a message that arrives meanwhile is counted after it, never swallowed.
 */
export async function advanceRead(
  context: AppContext,
  tx: Transaction,
  memberId: string,
  conversationId: string,
  seq: number,
): Promise<number | undefined> {
  const side = await tx.first(lockSide, [memberId, conversationId]);
  if (!side || side.hidden) return undefined;
  const reached = Math.min(seq, side.last_seq);
  if (reached <= side.read_seq) return undefined;
  const unread = (await tx.first(moveRead, [memberId, conversationId, reached]))?.unread ?? 0;
  tx.afterCommit(() => {
    const event = { type: 'read', conversation: conversationId, seq: reached } as const;
    context.bus.publish(memberId, { ...event, own: true, num_unread_messages: unread });
    context.bus.publish(side.other_id, { ...event, own: false });
  });
  return unread;
}
