import type { ChatEntry, Message } from '../../contract/chat.ts';
import type { Image, ProfileSummary } from '../../contract/members.ts';
import type { InboxRow, MessageRow } from './queries.ts';

/** A message as one of its two members sees it; only the sender gets price and key. `link` signs its photo. */
export function presentMessage(row: MessageRow, viewerId: string, link: (photoId: string) => Image): Message {
  const own = row.sender_id === viewerId;
  return {
    id: row.message_id,
    conversation: row.conversation_id,
    seq: row.seq,
    kind: row.kind,
    own,
    text: row.text,
    photo: row.photo_id === null ? null : link(row.photo_id),
    gift: row.gift as Message['gift'],
    credits: own ? row.credits : 0,
    idempotency_key: own ? row.idempotency_key : null,
    at: row.created_at.toISOString(),
  };
}

export function presentEntry(row: InboxRow, profile: ProfileSummary): ChatEntry {
  return {
    conversation: {
      id: row.conversation_id,
      last_seq: row.last_seq,
      last_at: row.last_at.toISOString(),
      // The inbox repeats the kind of a message, whose own column is checked.
      last_kind: row.last_kind as MessageRow['kind'],
      last_own: row.last_own,
      last_text: row.last_text,
    },
    profile,
    num_unread_messages: row.unread,
  };
}
