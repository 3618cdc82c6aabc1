import type { ProfileSummary } from '../../../contract/members.ts';
import type { AppContext } from '../../context.ts';
import { imageLinks } from '../../photos/links.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { presentMessage } from '../present.ts';
import { type MessageRow, appendMessages, insertChatPhoto, noteInInboxes } from '../queries.ts';
import { previewOf } from '../../../contract/text.ts';

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
  faces: Faces;
  /** The sender's new balance, for their other tabs and devices. */
  balance?: number;
}

/**
 * How each of two members shows in the other's list. Read before the commit, so that nothing is left to read between
 * it and the events: these leave in the order of the commits.
 */
export interface Faces {
  from: ProfileSummary | undefined;
  to: ProfileSummary | undefined;
}

/**
 * Writes messages, each with the next `seq` of its conversation and each in another one, and counts them in both
 * inboxes; both members list the conversation again where it was deleted. After the commit all their devices hear of
 * it. Returns the stored rows in the order of the parcels.
 */
export async function deliver(
  context: AppContext,
  tx: Transaction,
  parcels: readonly Parcel[],
  now: Date,
): Promise<MessageRow[]> {
  if (parcels.length === 0) return [];
  const photos = parcels.filter(({ photo }) => photo);
  const [numbered, counted] = await Promise.all([
    tx.all(appendMessages, [JSON.stringify(parcels.map(toMessage)), now]),
    tx.all(noteInInboxes, [JSON.stringify(parcels.flatMap(toSides)), now]),
    ...photos.map((parcel) => tx.run(insertChatPhoto, toPhoto(parcel, now))),
  ]);
  const seqs = new Map(numbered.map(({ message_id, seq }) => [message_id, seq]));
  const unread = new Map(counted.map((side) => [`${side.member_id} ${side.conversation_id}`, side.unread]));
  const rows = parcels.map((parcel) => rowOf(parcel, seqs.get(parcel.id) ?? 0, now));
  tx.afterCommit(() => {
    for (const [index, row] of rows.entries()) {
      const parcel = parcels[index];
      if (parcel) tell(context, parcel, row, unread);
    }
  });
  return rows;
}

/** Tells the devices of both members of a message; `unread` by member and conversation, as of the message. */
export function tell(
  context: AppContext,
  { fromId, toId, faces, balance }: Pick<Parcel, 'fromId' | 'toId' | 'faces' | 'balance'>,
  row: MessageRow,
  unread: ReadonlyMap<string, number>,
): void {
  const eventFor = (memberId: string, profile: ProfileSummary) => {
    const num_unread_messages = unread.get(`${memberId} ${row.conversation_id}`) ?? 0;
    return { type: 'message', message: messageFor(context, row, memberId), profile, num_unread_messages } as const;
  };
  if (faces.to) {
    const own = eventFor(fromId, faces.to);
    context.bus.publish(fromId, balance === undefined ? own : { ...own, credits: balance });
  }
  if (faces.from) context.bus.publish(toId, eventFor(toId, faces.from));
}

/** A stored message as one member sees it, its photo with a link of theirs. */
export function messageFor(context: AppContext, row: MessageRow, viewerId: string): ReturnType<typeof presentMessage> {
  const owner = { kind: 'chat', id: row.conversation_id } as const;
  return presentMessage(row, viewerId, (photoId) => imageLinks(context, owner, photoId, 'approved', viewerId));
}

function toMessage(parcel: Parcel): object {
  const { id, conversationId, fromId, toId, kind, text, photo, gift, credits, key } = parcel;
  const columns = { kind, text, photo_id: photo?.id ?? null, gift, credits, idempotency_key: key };
  return { conversation_id: conversationId, message_id: id, sender_id: fromId, receiver_id: toId, ...columns };
}

function rowOf(parcel: Parcel, seq: number, now: Date): MessageRow {
  const { id, conversationId, fromId, kind, text, photo, gift, credits, key } = parcel;
  const columns = { kind, text, photo_id: photo?.id ?? null, gift, credits, idempotency_key: key, created_at: now };
  return { message_id: id, conversation_id: conversationId, seq, sender_id: fromId, ...columns };
}

function toSides({ conversationId, fromId, toId, starts, kind, text }: Parcel): object[] {
  const shared = { conversation_id: conversationId, kind, preview: previewOf(text) };
  return [
    { ...shared, member_id: fromId, other_id: toId, started: starts, own: true },
    { ...shared, member_id: toId, other_id: fromId, started: false, own: false },
  ];
}

function toPhoto({ conversationId, fromId, photo }: Parcel, now: Date): unknown[] {
  return [conversationId, photo?.id, fromId, photo?.width, photo?.height, now];
}
