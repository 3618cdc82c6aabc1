import { statement } from '../platform/database/database.ts';

/** Gifts and goodbyes are our own pictures and words. */
export const setRemoved = statement(
  'chat.set-removed',
  `update messages set removed_at = $now
    where conversation_id = $conversationId and message_id = $messageId and sender_id = $senderId
      and kind in ('text', 'photo') and removed_at is null
   returning seq, created_at`,
);

export const setRestored = statement(
  'chat.set-restored',
  `update messages set removed_at = null
    where conversation_id = $conversationId and message_id = $messageId and removed_at is not null
   returning seq, kind, text`,
);

export const findSides = statement(
  'chat.find-sides',
  'select starter_id, receiver_id from conversations where conversation_id = $conversationId',
);

/** What a member's list says of the latest message, if that is the one. */
export const showLast = statement(
  'chat.show-last',
  `update inbox set last_kind = $kind, last_text = $preview?
    where member_id = $memberId and conversation_id = $conversationId and last_seq = $seq`,
);
