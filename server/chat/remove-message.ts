import { previewOf } from '../../contract/text.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { countUnreadAgain, findSides, setRemoved, setRestored, showLast } from './queries-removed.ts';

type RemovalContext = Pick<AppContext, 'bus' | 'clock'>;

/** A message by its ids. */
export interface MessageIds {
  conversationId: string;
  messageId: string;
}

/**
 * Takes a text, a photo or a gift with a note of a member out of a conversation: from now on neither of the two sees more
 * of it than that it was removed, and it counts as unread no more. Its place, its price and what was paid for it stay.
 * Returns when it was sent; undefined if there is no such message of that member, or it was removed before.
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

/** Shows a message again that was removed, if the conversation is still there. */
export async function restoreMessage(context: RemovalContext, tx: Transaction, ids: MessageIds): Promise<void> {
  const row = await tx.first(setRestored, { ...ids });
  if (row) await tellSides(context, tx, ids.conversationId, row, 1);
}

/**
 * What the lists of both say where it is the latest message, and whether it counts as unread; open pages fetch again. In the
 * order of members, as whoever sends.
 */
async function tellSides(
  { bus }: RemovalContext,
  tx: Transaction,
  conversationId: string,
  { seq, kind, text, sender_id }: { seq: number; kind: string; text: string | null; sender_id: string },
  change: 1 | -1,
): Promise<void> {
  const pair = await tx.first(findSides, { conversationId });
  const members = pair ? [pair.starter_id, pair.receiver_id].toSorted() : [];
  const shown = { conversationId, seq, kind, preview: previewOf(text) || null };
  for (const memberId of members) {
    await tx.run(showLast, { memberId, ...shown });
    if (memberId !== sender_id) await tx.run(countUnreadAgain, { receiverId: memberId, conversationId, seq, change });
  }
  tx.afterCommit(() => {
    for (const memberId of members) bus.publish(memberId, { type: 'catch-up' });
  });
}
