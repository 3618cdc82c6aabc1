import type { Quote } from '../../../contract/chat/quote.ts';
import { cutPreview } from '../../../contract/chat/message-text.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import type { AppContext } from '../../context.ts';
import { queueNotices } from '../../notifications/pending-notices.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { KeyedCall } from '../../platform/idempotency.ts';
import { type PairKey, toPairKey } from '../../platform/pair-key.ts';
import { presentSent } from '../hydrate-messages.ts';
import { clearSentDrafts, type MessageRow, appendMessages, insertChatPhoto, updateInboxes } from '../queries.ts';

export interface StoredPicture {
  id: PhotoId;
  conversationId: ConversationId;
  width: number;
  height: number;
}

export interface NewMessage {
  id: MessageId;
  conversationId: ConversationId;
  senderId: MemberId;
  receiverId: MemberId;
  starts: boolean;
  kind: MessageRow['kind'];
  text: string | null;
  photo: StoredPicture | null;
  gift: string | null;
  quote: Quote | null;
  credits: number;
  /** The call that sent the message; null if none with a key did. */
  call: KeyedCall | null;
  /** How the members appear to each other; read before the commit, so that events leave in commit order. */
  summaries: { sender: ProfileSummary | undefined; receiver: ProfileSummary | undefined };
  balance?: number;
  toFictional: boolean;
}

/** The fields shared by all free messages in existing conversations. */
export const freeMessage = { photo: null, gift: null, quote: null, starts: false, credits: 0, call: null } as const;

/** Stores messages, each for a different conversation. Deleted conversations reappear for both members. */
export async function deliver(
  context: AppContext,
  tx: Transaction,
  messages: readonly NewMessage[],
  now: Date,
): Promise<MessageRow[]> {
  if (messages.length === 0) return [];
  // A gift's note is typed elsewhere, so the draft stays.
  const sent = messages.flatMap(({ kind, text, senderId, receiverId }) =>
    kind === 'gift' || text === null ? [] : [{ member_id: senderId, other_id: receiverId, text }],
  );
  // Nobody reads mail to fictional members.
  const notifiedIds = messages.filter(({ toFictional }) => !toFictional).map(({ receiverId }) => receiverId);
  const photos = messages.flatMap(({ conversationId, senderId, photo }) =>
    photo ? [{ conversationId, photoId: photo.id, senderId, width: photo.width, height: photo.height, now }] : [],
  );
  const [numbered, counted, cleared] = await Promise.all([
    tx.all(appendMessages, { messages: messages.map(toMessage), now }),
    tx.all(updateInboxes, { sides: messages.flatMap(toSides), now }),
    sent.length > 0 ? tx.all(clearSentDrafts, { sent, now }) : [],
    queueNotices(tx, notifiedIds, now),
    ...photos.map((photo) => tx.run(insertChatPhoto, photo)),
  ]);
  const seqs = new Map(numbered.map(({ message_id, seq }) => [message_id, seq]));
  const unread = new Map(counted.map((side) => [toPairKey(side.member_id, side.conversation_id), side.unread]));
  const rows = messages.map((message): MessageRow => {
    const { receiver_id: _, ...columns } = toMessage(message);
    return { ...columns, seq: seqs.get(message.id) ?? 0, created_at: now, removed_at: null };
  });
  tx.afterCommit(() => {
    for (const [index, row] of rows.entries()) {
      const message = messages[index];
      if (message) publishMessage(context, message, row, unread);
    }
    for (const { member_id, other_id: profile, text, written_at } of cleared)
      context.bus.publish(member_id, { type: 'draft', profile, draft: { text, at: written_at.toISOString() } });
  });
  return rows;
}

export function publishMessage(
  context: AppContext,
  { senderId, receiverId, summaries, balance }: Pick<NewMessage, 'senderId' | 'receiverId' | 'summaries' | 'balance'>,
  row: MessageRow,
  unread: ReadonlyMap<PairKey, number>,
): void {
  const eventFor = (viewerId: MemberId, otherId: MemberId, profile: ProfileSummary) => {
    const num_unread_messages = unread.get(toPairKey(viewerId, row.conversation_id)) ?? 0;
    const message = presentSent(context, row, { viewerId, otherId });
    return { type: 'message', message, profile, num_unread_messages } as const;
  };
  if (summaries.receiver) {
    const own = eventFor(senderId, receiverId, summaries.receiver);
    context.bus.publish(senderId, balance === undefined ? own : { ...own, credits: balance });
  }
  if (summaries.sender) context.bus.publish(receiverId, eventFor(receiverId, senderId, summaries.sender));
}

function toMessage(message: NewMessage) {
  const { id, conversationId, senderId, receiverId, kind, text, photo, gift, credits, call, quote } = message;
  return {
    conversation_id: conversationId,
    message_id: id,
    sender_id: senderId,
    receiver_id: receiverId,
    kind,
    text,
    photo_id: photo?.id ?? null,
    gift,
    credits,
    idempotency_key: call?.key ?? null,
    quote_kind: quote?.kind ?? null,
    quote: quote?.value ?? null,
  };
}

function toSides({ conversationId, senderId, receiverId, starts, toFictional, kind, text }: NewMessage) {
  const shared = { conversation_id: conversationId, kind, preview: cutPreview(text) };
  // Conversations with fictional members do not count toward those that a free member may start.
  return [
    { ...shared, member_id: senderId, other_id: receiverId, started: starts && !toFictional, own: true },
    { ...shared, member_id: receiverId, other_id: senderId, started: false, own: false },
  ];
}
