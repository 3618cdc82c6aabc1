import type { Message } from '../../../contract/chat/operations.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { cutPreview } from '../../../contract/chat/message-text.ts';
import type { AppContext } from '../../context.ts';
import { openNoticeWindows } from '../../notifications/open-notice-windows.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { clearSentDrafts } from '../drafts/queries.ts';
import { type Readers, chatPhotos, sentFoothold } from '../foothold.ts';
import { unanswered } from '../gifts/seen-answers.ts';
import { presentMessage } from '../present.ts';
import { type MessageRow, appendMessages, insertChatPhoto, updateInboxes } from '../queries.ts';
import type { NewMessage } from './shapes.ts';

/**
 * Writes messages, each to a different conversation, counts them in both inboxes, and publishes them after the commit.
 * Deleted conversations reappear for both members. Returns the stored rows in the order of the messages.
 */
export async function deliver(
  context: AppContext,
  tx: Transaction,
  messages: readonly NewMessage[],
  now: Date,
): Promise<MessageRow[]> {
  if (messages.length === 0) return [];
  const [numbered, counted, cleared] = await Promise.all([
    tx.all(appendMessages, { messages: messages.map(toMessage), now }),
    tx.all(updateInboxes, { sides: messages.flatMap(toSides), now }),
    clearDrafts(tx, messages, now),
    openNoticeWindows(tx, messages.flatMap(toTold), now),
    ...messages.flatMap((message) => toPhotos(message, now)).map((photo) => tx.run(insertChatPhoto, photo)),
  ]);
  const seqs = new Map(numbered.map(({ message_id, seq }) => [message_id, seq]));
  const unread = new Map(counted.map((side) => [`${side.member_id} ${side.conversation_id}`, side.unread]));
  const rows = messages.map((message) => rowOf(message, seqs.get(message.id) ?? 0, now));
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

/** Publishes a message to both members' devices; `unread` is by member and conversation, as of the message. */
export function publishMessage(
  context: AppContext,
  { senderId, receiverId, summaries, balance }: Pick<NewMessage, 'senderId' | 'receiverId' | 'summaries' | 'balance'>,
  row: MessageRow,
  unread: ReadonlyMap<string, number>,
): void {
  const eventFor = (memberId: string, profile: ProfileSummary) => {
    const num_unread_messages = unread.get(`${memberId} ${row.conversation_id}`) ?? 0;
    const otherId = memberId === senderId ? receiverId : senderId;
    return {
      type: 'message',
      message: messageFor(context, row, { viewerId: memberId, otherId }),
      profile,
      num_unread_messages,
    } as const;
  };
  if (summaries.receiver) {
    const own = eventFor(senderId, summaries.receiver);
    context.bus.publish(senderId, balance === undefined ? own : { ...own, credits: balance });
  }
  if (summaries.sender) context.bus.publish(receiverId, eventFor(receiverId, summaries.sender));
}

/** A message as one member sees it when it is sent; its photos have links signed for that member. */
export function messageFor(context: AppContext, row: MessageRow, pair: Readers): Message {
  return presentMessage(row, pair.viewerId, {
    former: false,
    photo: chatPhotos(context, pair),
    foothold: sentFoothold(context, pair),
    answers: unanswered,
  });
}

function toMessage(message: NewMessage) {
  const { id, conversationId, senderId, receiverId, kind, text, photo, gift, credits, call, foothold } = message;
  const taken = { foothold_kind: foothold?.kind ?? null, foothold: foothold?.value ?? null };
  const columns = {
    kind,
    text,
    photo_id: photo?.id ?? null,
    gift,
    credits,
    idempotency_key: call?.key ?? null,
    ...taken,
  };
  return { conversation_id: conversationId, message_id: id, sender_id: senderId, receiver_id: receiverId, ...columns };
}

function rowOf(message: NewMessage, seq: number, now: Date): MessageRow {
  const { receiver_id: _, ...columns } = toMessage(message);
  return { ...columns, kind: message.kind, seq, created_at: now, removed_at: null };
}

function toSides({ conversationId, senderId, receiverId, starts, toFictional, kind, text }: NewMessage) {
  const shared = { conversation_id: conversationId, kind, preview: cutPreview(text) };
  // Conversations with fictional members do not count towards those that a free member may start.
  return [
    { ...shared, member_id: senderId, other_id: receiverId, started: starts && !toFictional, own: true },
    { ...shared, member_id: receiverId, other_id: senderId, started: false, own: false },
  ];
}

/** Gifts are left out: their note is typed elsewhere, so the draft stays. */
async function clearDrafts(tx: Transaction, messages: readonly NewMessage[], now: Date) {
  const sent = messages.flatMap(({ kind, text, senderId, receiverId }) =>
    kind === 'gift' || text === null ? [] : [{ member_id: senderId, other_id: receiverId, text }],
  );
  return sent.length > 0 ? tx.all(clearSentDrafts, { sent, now }) : [];
}

// Nobody reads the emails of fictional members.
function toTold({ receiverId, toFictional }: NewMessage): string[] {
  return toFictional ? [] : [receiverId];
}

function toPhotos({ conversationId, senderId, photo }: NewMessage, now: Date) {
  return photo ? [{ conversationId, photoId: photo.id, senderId, width: photo.width, height: photo.height, now }] : [];
}
