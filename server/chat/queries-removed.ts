import { statement } from '../platform/database/database.ts';

/** Excludes goodbyes and gifts without a note: their words and pictures are ours. */
export const setRemoved = statement(
  'chat.set-removed',
  `update messages set removed_at = $now
    where conversation_id = $conversationId and message_id = $messageId and sender_id = $senderId
      and (kind in ('text', 'photo') or kind = 'gift' and text <> '') and removed_at is null
   returning seq, created_at`,
);

export const setRestored = statement(
  'chat.set-restored',
  `update messages set removed_at = null
    where conversation_id = $conversationId and message_id = $messageId and removed_at is not null
   returning seq, kind, text, sender_id`,
);

export const findSides = statement(
  'chat.find-sides',
  'select starter_id, receiver_id from conversations where conversation_id = $conversationId',
);

/** Updates a member's list entry, if the message is the latest one. */
export const showLast = statement(
  'chat.show-last',
  `update inbox set last_kind = $kind, last_text = $preview?
    where member_id = $memberId and conversation_id = $conversationId and last_seq = $seq`,
);

/** Adds `change` (-1 or 1) to the receiver's unread count, if the message is after their read position. */
export const countUnreadAgain = statement(
  'chat.count-unread-again',
  `update inbox set unread = unread + $change
    where member_id = $receiverId and conversation_id = $conversationId and read_seq < $seq`,
);
