import type { ProfileSummary } from '../../contract/members.ts';
import type { AppContext } from '../context.ts';
import { listSummaries } from '../members/list-summaries.ts';
import { imageLinks } from '../photos/links.ts';
import type { Transaction } from '../platform/database.ts';
import { type StoredMessage, presentMessage } from './present.ts';
import { type MessageRow, appendMessage, insertChatPhoto, noteInInbox } from './queries.ts';
import { previewOf } from './rules.ts';

/** A message that may be delivered: every rule was asked, its price was charged, the pair is locked. */
export interface Parcel {
  id: string;
  conversationId: string;
  fromId: string;
  toId: string;
  /** The sender begins the conversation with it. */
  starts: boolean;
  kind: MessageRow['kind'];
  text: string | null;
  photo: { id: string; width: number; height: number } | null;
  gift: string | null;
  credits: number;
  key: string | null;
  now: Date;
}

/** How each of two members shows in the other's list. */
export interface Faces {
  from: ProfileSummary | undefined;
  to: ProfileSummary | undefined;
}

/**
 * Both members' public fields, each as the other sees them. Read before the transaction, so that nothing is left to
 * read between its commit and the events: these leave in the order of the commits.
 */
export async function readFaces(context: AppContext, fromId: string, toId: string): Promise<Faces> {
  const [seenByReceiver, seenBySender] = await Promise.all([
    listSummaries(context, toId, [fromId]),
    listSummaries(context, fromId, [toId]),
  ]);
  return { from: seenByReceiver.get(fromId), to: seenBySender.get(toId) };
}

/**
 * Writes a message with the next `seq` of its conversation and counts it in both inboxes; both list it again where it
 * was deleted. After the commit both members' devices hear of it. Returns the stored row.
 */
export async function deliver(
  context: AppContext,
  tx: Transaction,
  parcel: Parcel,
  faces: Faces,
  balance?: number,
): Promise<StoredMessage> {
  const { id, conversationId, fromId, toId, kind, text, photo, gift, credits, key, now } = parcel;
  const values = [conversationId, id, fromId, toId, kind, text, photo?.id ?? null, gift, credits, key, now];
  const seq = (await tx.first(appendMessage, values))?.seq ?? 0;
  if (photo) await tx.run(insertChatPhoto, [conversationId, photo.id, fromId, photo.width, photo.height, now]);
  const unread = await countInBoth(tx, parcel, seq);
  const row: StoredMessage = {
    message_id: id,
    conversation_id: conversationId,
    seq,
    sender_id: fromId,
    kind,
    text,
    photo_id: photo?.id ?? null,
    gift,
    credits,
    idempotency_key: key,
    created_at: now.toISOString(),
  };
  tx.afterCommit(() => {
    const message = messageFor(context, row, fromId);
    if (faces.to) {
      const own = { type: 'message', message, profile: faces.to, num_unread_messages: unread.from } as const;
      context.bus.publish(fromId, balance === undefined ? own : { ...own, credits: balance });
    }
    if (faces.from)
      context.bus.publish(toId, {
        type: 'message',
        message: messageFor(context, row, toId),
        profile: faces.from,
        num_unread_messages: unread.to,
      });
  });
  return row;
}

/** A stored message as one member sees it, its photo with a link of theirs. */
export function messageFor(
  context: AppContext,
  row: StoredMessage,
  viewerId: string,
): ReturnType<typeof presentMessage> {
  const owner = { kind: 'chat', id: row.conversation_id } as const;
  return presentMessage(row, viewerId, (photoId) => imageLinks(context, owner, photoId, 'approved', viewerId));
}

// Inboxes are locked in the order of the members' ids, whoever writes.
async function countInBoth(tx: Transaction, parcel: Parcel, seq: number): Promise<{ from: number; to: number }> {
  const { conversationId, fromId, toId, starts, kind, now } = parcel;
  const preview = previewOf(parcel.text);
  const sides = [
    [fromId, conversationId, toId, starts, 0, seq, now, kind, true, preview],
    [toId, conversationId, fromId, false, 1, seq, now, kind, false, preview],
  ] as const;
  const unread = new Map<string, number>();
  for (const side of fromId < toId ? sides : [sides[1], sides[0]])
    unread.set(side[0], (await tx.first(noteInInbox, side))?.unread ?? 0);
  return { from: unread.get(fromId) ?? 0, to: unread.get(toId) ?? 0 };
}
