import type { ChatEntry, Message } from '../../contract/chat/operations.ts';
import type { Image, ProfileSummary } from '../../contract/members/operations.ts';
import type { InboxRow, MessageRow } from './queries.ts';

/** The parts of a message that its row alone does not determine. */
export interface Shown {
  /** True if the other member has left or was banned: none of their content is shown. */
  former: boolean;
  photo: (row: MessageRow, photoId: string) => Image;
  foothold: (row: MessageRow) => Message['foothold'];
  answers: (row: MessageRow) => Message['answers'];
}

/** A message as one of its two members sees it. Only the sender gets the price and the idempotency key. */
export function presentMessage(row: MessageRow, viewerId: string, shown: Shown): Message {
  const own = row.sender_id === viewerId;
  const isRemoved = row.removed_at !== null;
  const isGone = isRemoved || (shown.former && !own);
  return {
    id: row.message_id,
    conversation: row.conversation_id,
    seq: row.seq,
    kind: isRemoved ? 'removed' : row.kind,
    own,
    text: isGone ? null : row.text,
    photo: isGone || row.photo_id === null ? null : shown.photo(row, row.photo_id),
    gift: isRemoved ? null : (row.gift as Message['gift']),
    answers: isRemoved || shown.former ? null : shown.answers(row),
    foothold: isGone ? null : shown.foothold(row),
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
      // The inbox copies the message's kind, which has a check constraint.
      last_kind: row.last_kind as Message['kind'],
      last_own: row.last_own,
      last_text: profile.former && !row.last_own ? null : row.last_text,
    },
    profile,
    num_unread_messages: row.unread,
  };
}
