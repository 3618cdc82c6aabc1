import type { AppContext } from '../../context.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { seesActivity } from '../../members/visibility/rules.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { countUnreadAfter, findOpenSide, lockSide, moveRead, sumUnread } from '../queries.ts';

/**
 * Advances a read position and recounts the unread messages after it. Returns their number; undefined if the
 * conversation is not the member's or `seq` is not new. The side is locked first, so that a message that arrives at the
 * same time is counted after it.
 */
export async function advanceRead(
  context: AppContext,
  tx: Transaction,
  memberId: MemberId,
  conversationId: ConversationId,
  seq: number,
): Promise<number | undefined> {
  const side = await tx.first(lockSide, { memberId, conversationId });
  if (!side || side.hidden) return undefined;
  const reached = Math.min(seq, side.last_seq);
  if (reached <= side.read_seq) return undefined;
  const place = { memberId, conversationId, seq: reached };
  const move = async (): Promise<number> => {
    const left = reached < side.last_seq ? await tx.first(countUnreadAfter, place) : undefined;
    const unread = left?.unread ?? 0;
    await tx.run(moveRead, { ...place, unread });
    return unread;
  };
  const [unread, relationship] = await Promise.all([
    move(),
    findRelationship(tx, { viewerId: side.other_id, otherId: memberId, site: null }),
  ]);
  tx.afterCommit(() => {
    const event = { type: 'read', conversation: conversationId, seq: reached } as const;
    context.bus.publish(memberId, { ...event, own: true, num_unread_messages: unread });
    if (relationship && seesActivity(relationship)) context.bus.publish(side.other_id, { ...event, own: false });
  });
  return unread;
}

export async function markRead(context: AppContext, memberId: MemberId, conversationId: ConversationId, seq: number) {
  await context.database.transaction((tx) => advanceRead(context, tx, memberId, conversationId, seq));
}

/** Tells the other member if they see this one's activity: an invisible member does not reveal that they are online. */
export async function publishTyping(
  context: AppContext,
  memberId: MemberId,
  conversation: ConversationId,
): Promise<void> {
  const { database } = context;
  const own = await database.first(findOpenSide, { memberId, conversationId: conversation });
  if (!own) return;
  const readerId = own.other_id;
  const [other, relationship] = await Promise.all([
    database.first(findOpenSide, { memberId: readerId, conversationId: conversation }),
    findRelationship(database, { viewerId: readerId, otherId: memberId, site: null }),
  ]);
  if (!other || !relationship || !seesActivity(relationship)) return;
  context.bus.publish(readerId, { type: 'typing', conversation, profile: memberId });
}

export async function countUnread({ database }: Pick<AppContext, 'database'>, memberId: MemberId): Promise<number> {
  return (await database.first(sumUnread, { memberId }))?.unread ?? 0;
}
