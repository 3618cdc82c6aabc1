import type { AppContext } from '../../context.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { seesActivity } from '../../members/visibility/rules.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { lockSide, moveRead } from '../queries.ts';

/**
 * Advances a member's read position in a conversation and recounts the unread messages after it. After the commit,
 * tells the member's devices, and the other member's if they may see the member. Returns the number of messages still
 * unread; undefined if the conversation is not the member's or `seq` is not new. The side is locked first, so that a
 * message that arrives at the same time is counted after it.
 */
export async function advanceRead(
  context: AppContext,
  tx: Transaction,
  memberId: string,
  conversationId: string,
  seq: number,
): Promise<number | undefined> {
  const side = await tx.first(lockSide, { memberId, conversationId });
  if (!side || side.hidden) return undefined;
  const reached = Math.min(seq, side.last_seq);
  if (reached <= side.read_seq) return undefined;
  const [moved, relationship] = await Promise.all([
    tx.first(moveRead, { memberId, conversationId, seq: reached }),
    findRelationship(tx, { viewerId: side.other_id, otherId: memberId, site: null }),
  ]);
  const unread = moved?.unread ?? 0;
  tx.afterCommit(() => {
    const event = { type: 'read', conversation: conversationId, seq: reached } as const;
    context.bus.publish(memberId, { ...event, own: true, num_unread_messages: unread });
    if (relationship && seesActivity(relationship)) context.bus.publish(side.other_id, { ...event, own: false });
  });
  return unread;
}
