import type { Quote } from '../../../contract/chat/quote.ts';
import { cutPreview } from '../../../contract/chat/message-text.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import type { AppContext } from '../../context.ts';
import { queueNotices } from '../../notifications/pending-notices.ts';
import { claimPicture } from '../../photos/unowned-pictures.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type KeyedCall, hashCall } from '../../platform/idempotency.ts';
import { presentSent } from '../hydrate-messages.ts';
import { type MessageRow, beginConversations, beginSides, insertChatPhoto, storeMessages } from '../queries.ts';

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

/**
 * Stores messages, each for a different conversation. Deleted conversations reappear for both members. Throws if the
 * conversation of a message that does not start one, or a side of it, does not exist.
 */
export async function deliver(
  context: AppContext,
  tx: Transaction,
  messages: readonly NewMessage[],
  now: Date,
): Promise<MessageRow[]> {
  if (messages.length === 0) return [];
  const starting = messages.filter(({ starts }) => starts);
  // Nobody reads mail to fictional members.
  const notifiedIds = messages.filter(({ toFictional }) => !toFictional).map(({ receiverId }) => receiverId);
  const photos = messages.flatMap(({ conversationId, senderId, photo }) =>
    photo ? [{ conversationId, photoId: photo.id, senderId, width: photo.width, height: photo.height, now }] : [],
  );
  // The statements run in this order, in one round trip.
  const beginning =
    starting.length === 0
      ? []
      : [
          tx.run(beginConversations, { ...listEnds(starting), now }),
          tx.run(beginSides, { ...listNewSides(starting), now }),
        ];
  const [found] = await Promise.all([
    tx.all(storeMessages, { ...listColumns(messages), now }),
    ...beginning,
    queueNotices(tx, notifiedIds, now),
    ...photos.flatMap((photo) => [tx.run(insertChatPhoto, photo), claimPicture(context, tx, photo.photoId)]),
  ]);
  const stored = new Map(found.map((one) => [one.message_id, one]));
  const delivered = messages.map((message) => {
    const one = stored.get(message.id);
    if (!one) throw new Error('a message was not stored');
    const row: MessageRow = { ...toColumns(message), seq: one.seq, created_at: now, removed_at: null };
    return { message, row, unread: { sender: one.own_unread, receiver: one.other_unread }, draftAt: one.draft_at };
  });
  tx.afterCommit(() => {
    for (const { message, row, unread } of delivered) publishMessage(context, message, row, unread);
    for (const { message, draftAt } of delivered) {
      const draft = draftAt && { text: '', at: draftAt.toISOString() };
      if (draft) context.bus.publish(message.senderId, { type: 'draft', profile: message.receiverId, draft });
    }
  });
  return delivered.map(({ row }) => row);
}

export function publishMessage(
  context: AppContext,
  { senderId, receiverId, summaries, balance }: Pick<NewMessage, 'senderId' | 'receiverId' | 'summaries' | 'balance'>,
  row: MessageRow,
  unread: { sender: number; receiver: number },
): void {
  const eventFor = (viewerId: MemberId, otherId: MemberId, profile: ProfileSummary) => {
    const num_unread_messages = viewerId === senderId ? unread.sender : unread.receiver;
    const message = presentSent(context, row, { viewerId, otherId });
    return { type: 'message', message, profile, num_unread_messages } as const;
  };
  if (summaries.receiver) {
    const own = eventFor(senderId, receiverId, summaries.receiver);
    context.bus.publish(senderId, balance === undefined ? own : { ...own, credits: balance });
  }
  if (summaries.sender) context.bus.publish(receiverId, eventFor(receiverId, senderId, summaries.sender));
}

function toColumns(message: NewMessage) {
  const { id, conversationId, senderId, kind, text, photo, gift, credits, call, quote } = message;
  return {
    conversation_id: conversationId,
    message_id: id,
    sender_id: senderId,
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

function listColumns(messages: readonly NewMessage[]) {
  const rows = messages.map(toColumns);
  // A free message has no charge; the result of its call is stored.
  const hashes = messages.map(({ call, credits }) => (call && credits > 0 ? hashCall(call) : null));
  return {
    conversationIds: rows.map((row) => row.conversation_id),
    messageIds: rows.map((row) => row.message_id),
    senderIds: rows.map((row) => row.sender_id),
    receiverIds: messages.map(({ receiverId }) => receiverId),
    kinds: rows.map((row) => row.kind),
    texts: rows.map((row) => row.text),
    previews: rows.map((row) => cutPreview(row.text)),
    photoIds: rows.map((row) => row.photo_id),
    gifts: rows.map((row) => row.gift),
    prices: rows.map((row) => row.credits),
    keys: rows.map((row) => row.idempotency_key),
    bodyHashes: hashes,
    quoteKinds: rows.map((row) => row.quote_kind),
    quotes: rows.map((row) => row.quote),
  };
}

/** Lists the new sides: each sender's, then each receiver's. */
function listNewSides(messages: readonly NewMessage[]) {
  const { conversationIds, senderIds, receiverIds } = listEnds(messages);
  return {
    conversationIds: [...conversationIds, ...conversationIds],
    memberIds: [...senderIds, ...receiverIds],
    otherIds: [...receiverIds, ...senderIds],
    // Conversations with fictional members do not count toward those that a free member may start.
    started: [...messages.map(({ toFictional }) => !toFictional), ...messages.map(() => false)],
    own: [...messages.map(() => true), ...messages.map(() => false)],
  };
}

const listEnds = (messages: readonly NewMessage[]) => ({
  conversationIds: messages.map(({ conversationId }) => conversationId),
  senderIds: messages.map(({ senderId }) => senderId),
  receiverIds: messages.map(({ receiverId }) => receiverId),
});
