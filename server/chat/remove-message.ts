import { cutPreview } from '../../contract/chat/message-text.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { countUnreadAgain, findSides, setRemoved, setRestored, showLast } from './queries-removed.ts';

type RemovalContext = Pick<AppContext, 'bus' | 'clock'>;

export interface MessageIds {
  conversationId: string;
  messageId: string;
}

/**
 * Removes a member's text, photo, or gift with a note: both members only see that it was removed, and it does not
 * count as unread. Its place and price stay. Returns the time it was sent; undefined if there is none, or it is
 * already removed.
 */
export async function removeMessage(
  context: RemovalContext,
  tx: Transaction,
  { senderId, ...ids }: MessageIds & { senderId: string },
): Promise<Date | undefined> {
  const row = await tx.first(setRemoved, { ...ids, senderId, now: context.clock.now() });
  if (!row) return undefined;
  await tellSides(
    context,
    tx,
    ids.conversationId,
    { seq: row.seq, kind: 'removed', text: null, sender_id: senderId },
    -1,
  );
  return row.created_at;
}

/** Shows a removed message again, if its conversation still exists. */
export async function restoreMessage(context: RemovalContext, tx: Transaction, ids: MessageIds): Promise<void> {
  const row = await tx.first(setRestored, { ...ids });
  if (row) await tellSides(context, tx, ids.conversationId, row, 1);
}

/** Updates list entries and the unread count, and makes open pages fetch again. Sides are locked in member order. */
async function tellSides(
  { bus }: RemovalContext,
  tx: Transaction,
  conversationId: string,
  { seq, kind, text, sender_id }: { seq: number; kind: string; text: string | null; sender_id: string },
  change: 1 | -1,
): Promise<void> {
  const pair = await tx.first(findSides, { conversationId });
  const members = pair ? [pair.starter_id, pair.receiver_id].toSorted() : [];
  const shown = { conversationId, seq, kind, preview: cutPreview(text) || null };
  for (const memberId of members) {
    await tx.run(showLast, { memberId, ...shown });
    if (memberId !== sender_id) await tx.run(countUnreadAgain, { receiverId: memberId, conversationId, seq, change });
  }
  tx.afterCommit(() => {
    for (const memberId of members) bus.publish(memberId, { type: 'catch-up' });
  });
}
