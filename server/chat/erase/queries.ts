import { statement } from '../../platform/database/database.ts';

export const listSides = statement(
  'chat.list-sides',
  'select conversation_id, other_id from inbox where member_id = $memberId order by conversation_id limit $limit',
);

/** The messages keep their place and number, and nothing else. */
export const emptyMessages = statement(
  'chat.empty-messages',
  `update messages set text = case when kind = 'text' then '' end, quote_kind = null, quote = null, idempotency_key = null
    where conversation_id = $conversationId and sender_id = $memberId`,
);

export const emptyQuotes = statement(
  'chat.empty-quotes',
  `update messages set quote_kind = null, quote = null, body_hash = null
    where conversation_id = $conversationId and sender_id <> $memberId and quote_kind is not null`,
);

export const emptyPreview = statement(
  'chat.empty-preview',
  `update inbox set last_text = null
    where member_id = $otherId and conversation_id = $conversationId and not last_own`,
);

export const hasSide = statement(
  'chat.has-side',
  'select 1 as one from inbox where member_id = $memberId and conversation_id = $conversationId',
);

export const listSentPhotos = statement(
  'chat.list-sent-photos',
  'select photo_id from chat_photos where conversation_id = $conversationId and ($senderId?::uuid is null or sender_id = $senderId?)',
);

export const deleteChatPhotos = statement(
  'chat.delete-chat-photos',
  'delete from chat_photos where conversation_id = $conversationId and photo_id = any($photoIds::uuid[])',
);

export const deleteGiftAnswers = statement(
  'chat.delete-gift-answers',
  'delete from gift_answers where conversation_id = $conversationId and member_id = $memberId',
);

export const deleteConversation = statement(
  'chat.delete-conversation',
  `with answers as (delete from gift_answers where conversation_id = $conversationId),
        texts as (delete from messages where conversation_id = $conversationId)
   delete from conversations where conversation_id = $conversationId`,
);

export const deletePair = statement(
  'chat.delete-pair',
  'delete from conversation_pairs where low_id = $lowId and high_id = $highId',
);

export const deleteSide = statement(
  'chat.delete-side',
  'delete from inbox where member_id = $memberId and conversation_id = $conversationId',
);

export const listMemberBlocks = statement(
  'chat.list-member-blocks',
  'select blocked_id from blocks where member_id = $memberId',
);

export const listMemberBlockers = statement(
  'chat.list-member-blockers',
  'select by_id from blocked_by where member_id = $memberId',
);

export const deleteMemberRows = statement(
  'chat.delete-member-rows',
  `with lines as (delete from icebreakers where member_id = $memberId),
        texts as (delete from drafts where member_id = $memberId),
        own as (delete from blocks where member_id = $memberId)
   delete from blocked_by where member_id = $memberId`,
);

/** Icebreakers that others were offered for this member. Keyed by reader, so this asks all machines. */
export const deleteIcebreakersTo = statement(
  'chat.delete-icebreakers-to',
  'delete from icebreakers where profile_id = $memberId',
);
