import { statement } from '../platform/database/database.ts';

export const listLikesGiven = statement(
  'export.list-likes-given',
  `select receiver_id as member, created_at as date
     from likes_given where member_id = $memberId order by receiver_id`,
);

/** When likes came. Their senders are not exported; they are on the page of likes. */
export const listLikesReceived = statement(
  'export.list-likes-received',
  `select created_at as date, seen_at as seen
     from likes_received where member_id = $memberId order by sender_id`,
);

export const listSwipes = statement(
  'export.list-swipes',
  `select profile_id as member, liked, swiped_at as date
     from swipes where member_id = $memberId order by profile_id`,
);

export const listSwipeDays = statement(
  'export.list-swipe-days',
  `select day::text as day, likes::integer as likes from swipe_days where member_id = $memberId order by day`,
);

export const listBlocks = statement(
  'export.list-blocks',
  `select blocked_id as member, created_at as date
     from blocks where member_id = $memberId order by blocked_id`,
);

export const listHides = statement(
  'export.list-hides',
  `select hidden_id as member, created_at as date
     from hides where member_id = $memberId order by hidden_id`,
);

export const listIcebreakers = statement(
  'export.list-icebreakers',
  `select profile_id as member, rounds as number
     from icebreakers where member_id = $memberId order by profile_id`,
);

export const listDrafts = statement(
  'export.list-drafts',
  `select other_id as member, text, written_at as date
     from drafts where member_id = $memberId order by other_id`,
);

/** A conversation that was begun with a fictional member does not count. */
export const listConversations = statement(
  'export.list-conversations',
  `select conversation_id as conversation, other_id as member, started as counted, last_at as date
     from inbox where member_id = $memberId order by conversation_id`,
);

/** Finds the other member of each of some conversations. */
export const listOthers = statement(
  'export.list-others',
  `select conversation_id as conversation, other_id as member
     from inbox where member_id = $memberId and conversation_id = any($conversationIds)`,
);

/**
 * Only the member's own words: the other's words are theirs, and so is the sentence of their profile that the member
 * took up. A sentence of the member's own profile that the other took up is listed as a row of its own.
 */
export const listMessages = statement(
  'export.list-messages',
  `select conversation, kind, text, gift, photo, quote, credits, date
     from (select conversation_id as conversation, kind, text, gift, photo_id as photo, credits, created_at as date, seq,
                  case when foothold_kind is not null
                       then json_build_object('kind', foothold_kind, 'value', case when foothold_kind <> 'about' then foothold end) end as quote
             from messages where conversation_id = $conversationId and sender_id = $memberId
            union all
           select conversation_id, 'quoted', foothold, null, null, null, created_at, seq, null
             from messages
            where conversation_id = $conversationId and sender_id <> $memberId and foothold_kind = 'about' and foothold <> '') as said
    order by seq`,
);

export const listChatPhotos = statement(
  'export.list-chat-photos',
  `select conversation_id as conversation, photo_id as photo, created_at as date
     from chat_photos where conversation_id = $conversationId and sender_id = $memberId order by photo_id`,
);

export const listGiftAnswers = statement(
  'export.list-gift-answers',
  `select a.conversation_id as conversation, m.gift, a.answer::integer as answer, a.answered_at as date
     from gift_answers a join messages m using (conversation_id, seq)
    where a.conversation_id = $conversationId and a.member_id = $memberId order by a.seq`,
);
