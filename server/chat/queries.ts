import { type RowOf, statement } from '../platform/database/database.ts';

/** Locks pairs, always in the same order, so that concurrent transactions do not deadlock. */
export const lockPairRows = statement(
  'chat.lock-pair-rows',
  `select p.low_id, p.high_id, p.conversation_id
     from unnest($lowIds::uuid[], $highIds::uuid[]) as w (low_id, high_id)
     join conversation_pairs p using (low_id, high_id)
    order by p.low_id, p.high_id for update of p`,
);

export const findPair = statement(
  'chat.find-pair',
  'select conversation_id from conversation_pairs where low_id = $lowId and high_id = $highId',
);

export const insertPairs = statement(
  'chat.insert-pairs',
  `insert into conversation_pairs (low_id, high_id, conversation_id)
   select low_id, high_id, conversation_id
     from unnest($lowIds::uuid[], $highIds::uuid[], $conversationIds::uuid[]) as w (low_id, high_id, conversation_id)
    order by low_id, high_id
   on conflict do nothing`,
);

export const findOthers = statement(
  'chat.find-others',
  `select member_id, conversation_id, other_id from inbox
    where member_id = any($memberIds::uuid[]) and conversation_id = any($conversationIds::uuid[])`,
);

export const findSiteOfMember = statement(
  'chat.find-site-of-member',
  'select site from members where member_id = $memberId',
);

export const beginConversations = statement(
  'chat.begin-conversations',
  `insert into conversations (conversation_id, starter_id, receiver_id, created_at)
   select conversation_id, starter_id, receiver_id, $now
     from unnest($conversationIds::uuid[], $senderIds::uuid[], $receiverIds::uuid[]) as n (conversation_id, starter_id, receiver_id)
    order by conversation_id
   on conflict (conversation_id) do nothing`,
);

/** The sides of new conversations, as yet without a message. */
export const beginSides = statement(
  'chat.begin-sides',
  `insert into inbox (member_id, conversation_id, other_id, started, last_at, last_kind, last_own)
   select member_id, conversation_id, other_id, started, $now, 'text', own
     from unnest($memberIds::uuid[], $conversationIds::uuid[], $otherIds::uuid[], $started::boolean[], $own::boolean[])
          as s (member_id, conversation_id, other_id, started, own)
    order by member_id, conversation_id
   on conflict (member_id, conversation_id) do nothing`,
);

/**
 * Stores messages, each for a different conversation, counts each in both sides and empties the drafts that were sent.
 * Returns each message's `seq`, the unread messages of both sides, and the time at which a draft was emptied, if any.
 * Fails if a conversation or a side of it does not exist: the texts below are no numbers.
 *
 * The conversation's row counts `seq`; its lock numbers messages without gaps. Writing marks all earlier messages as
 * read. A draft whose text has changed since then stays, and so does any draft beside a gift, whose note is typed
 * elsewhere.
 */
export const storeMessages = statement(
  'chat.store-messages',
  `with sent as (
     select * from unnest($conversationIds::uuid[], $messageIds::uuid[], $senderIds::uuid[], $receiverIds::uuid[], $kinds::text[],
                          $texts::text[], $previews::text[], $photoIds::uuid[], $gifts::text[], $prices::int[], $keys::uuid[],
                          $bodyHashes::text[], $quoteKinds::text[], $quotes::text[])
          as s (conversation_id, message_id, sender_id, receiver_id, kind, text, preview, photo_id, gift, credits, idempotency_key,
                body_hash, quote_kind, quote)),
   counted as (
     update conversations set last_seq = last_seq + 1 where conversation_id = any($conversationIds::uuid[])
     returning conversation_id, last_seq),
   stored as (
     insert into messages (conversation_id, seq, message_id, sender_id, kind, text, photo_id, gift, credits, idempotency_key, body_hash,
                           created_at, quote_kind, quote)
     select conversation_id, last_seq, message_id, sender_id, kind, text, photo_id, gift, credits, idempotency_key,
            decode(body_hash, 'hex'), $now, quote_kind, quote
       from sent join counted using (conversation_id)),
   sides as (
     update inbox i
        set hidden = false, last_seq = s.last_seq, last_at = $now,
            unread = case when s.own then 0 else i.unread + 1 end,
            read_seq = case when s.own then s.last_seq else i.read_seq end,
            last_kind = s.kind, last_own = s.own, last_text = s.preview,
            gift_unanswered = s.kind = 'gift' and not s.own or i.gift_unanswered and not (s.own and s.kind = 'text'),
            written = i.written or s.own
       from (select side.member_id, side.own, conversation_id, c.last_seq, m.kind, m.preview
               from sent m join counted c using (conversation_id)
               cross join lateral (values (m.sender_id, true), (m.receiver_id, false)) as side (member_id, own)
              order by side.member_id, conversation_id) as s
      where i.member_id = s.member_id and i.conversation_id = s.conversation_id
     returning i.member_id, i.conversation_id, i.unread),
   emptied as (
     update drafts d set text = '', written_at = greatest($now, d.written_at + interval '1 millisecond')
       from sent s
      where d.member_id = s.sender_id and d.other_id = s.receiver_id and s.kind <> 'gift' and d.text <> ''
        and btrim(d.text, E' \\t\\r\\n') = btrim(s.text, E' \\t\\r\\n')
     returning d.member_id, d.other_id, d.written_at)
   select s.message_id, coalesce(c.last_seq::text, 'a conversation is missing')::int as seq,
          coalesce(own.unread::text, 'a side of a conversation is missing')::int as own_unread,
          coalesce(other.unread::text, 'a side of a conversation is missing')::int as other_unread, d.written_at as draft_at
     from sent s
     left join counted c using (conversation_id)
     left join sides own on own.member_id = s.sender_id and own.conversation_id = s.conversation_id
     left join sides other on other.member_id = s.receiver_id and other.conversation_id = s.conversation_id
     left join emptied d on d.member_id = s.sender_id and d.other_id = s.receiver_id`,
);

const messageColumns = `message_id, conversation_id, seq, sender_id, kind, text, photo_id, gift, credits, idempotency_key,
  created_at, quote_kind, quote, removed_at`;

export const findTextLength = statement(
  'chat.find-text-length',
  'select coalesce(char_length(text), 0) as length from messages where conversation_id = $conversationId and seq = $seq',
);

const inConversation = `select ${messageColumns} from messages where conversation_id = $conversationId`;

// Read from the primary key alone: 2 ms among 10,000 messages, and 15 to 40 without the subquery.
const seqOfMessage = '(select seq from messages where conversation_id = $conversationId and message_id = $messageId)';

export const findMessage = statement('chat.find-message', `${inConversation} and seq = ${seqOfMessage}`);

export const listOwnConversations = statement(
  'chat.list-own-conversations',
  'select conversation_id from inbox where member_id = $memberId',
);

export const emptySentences = statement(
  'chat.empty-sentences',
  `update messages set quote = '', body_hash = null
    where conversation_id = any($conversationIds::uuid[]) and sender_id <> $memberId and quote_kind = 'about' and quote <> ''
   returning sender_id`,
);

export const findMessageConversation = statement(
  'chat.find-message-conversation',
  `select conversation_id from messages where conversation_id = any($conversationIds::uuid[]) and message_id = $messageId`,
);

export type MessageRow = RowOf<typeof findMessage>;

export const findGoodbye = statement('chat.find-goodbye', `${inConversation} and kind = 'goodbye'`);

export const closeConversation = statement(
  'chat.close-conversation',
  'update conversations set closed_seq = last_seq where conversation_id = $conversationId',
);

export const closeSide = statement(
  'chat.close-side',
  'update inbox set closed = true where member_id = $memberId and conversation_id = $conversationId',
);

export const insertChatPhoto = statement(
  'chat.insert-photo',
  `insert into chat_photos (conversation_id, photo_id, sender_id, width, height, created_at) values ($conversationId, $photoId, $senderId, $width, $height, $now)`,
);

export const readSide = statement(
  'chat.read-side',
  `select i.conversation_id, i.other_id, i.hidden, i.unread, i.read_seq, i.cleared_seq, i.last_seq,
          coalesce(o.read_seq, 0) as other_read_seq,
          array(select m.seq from messages m
                 where m.conversation_id = i.conversation_id and m.removed_at is not null order by m.seq) as removed
     from inbox i
     left join inbox o on o.member_id = i.other_id and o.conversation_id = i.conversation_id
    where i.member_id = $memberId and i.other_id = $otherId and not i.hidden`,
);

export type SideRow = RowOf<typeof readSide>;

export const lockSide = statement(
  'chat.lock-side',
  `select conversation_id, other_id, hidden, unread, read_seq, cleared_seq, last_seq
     from inbox where member_id = $memberId and conversation_id = $conversationId for update`,
);

export const moveRead = statement(
  'chat.move-read',
  `update inbox set read_seq = $seq, unread = $unread
    where member_id = $memberId and conversation_id = $conversationId`,
);

/** Counts what the other member sent after `seq`. */
export const countUnreadAfter = statement(
  'chat.count-unread-after',
  `select count(*)::int as unread from messages
    where conversation_id = $conversationId and seq > $seq and sender_id <> $memberId and removed_at is null`,
);

/** Adds messages to the ranges that a member was served. Writes nothing if all were already read or served. */
export const addServed = statement(
  'chat.add-served',
  `update inbox set served = served + $seqs::text::int4multirange
    where member_id = $memberId and conversation_id = $conversationId
      and not (served + int4multirange(int4range(0, read_seq, '[]'))) @> $seqs::text::int4multirange`,
);

export const clearSide = statement(
  'chat.clear-side',
  `update inbox set hidden = true, unread = 0, read_seq = last_seq, cleared_seq = last_seq, gift_unanswered = false
    where member_id = $memberId and conversation_id = $conversationId and not hidden`,
);

const between = `${inConversation} and seq > $above and seq < $below order by seq`;

export const listBackwards = statement('chat.list-backwards', `${between} desc limit $limit`);
export const listForwards = statement('chat.list-forwards', `${between} limit $limit`);

/** The `last_at` of a cursor, and its day in UTC; without a cursor, later than all. */
export const cursorTime = `coalesce(timestamptz 'epoch' + $place?::bigint * interval '1 microsecond', 'infinity')`;
export const cursorDay = `(${cursorTime} at time zone 'UTC')::date`;

/**
 * `last_day`, the UTC day of `last_at`, comes first only for the index. `place` is `last_at` in microseconds, the
 * precision in which it is stored.
 */
export const listInbox = statement(
  'chat.list-inbox',
  `select conversation_id, other_id, unread, last_seq, last_at, last_kind, last_own, last_text,
          not last_own and last_seq > read_seq and not served @> last_seq as unserved,
          (extract(epoch from last_at) * 1000000)::bigint as place
     from inbox
    where member_id = $memberId and not hidden
      and (last_day, last_at, conversation_id) < (${cursorDay}, ${cursorTime}, $id?)
    order by last_day desc, last_at desc, conversation_id desc limit $limit`,
);

export type InboxRow = RowOf<typeof listInbox>;

export const listUnread = statement(
  'chat.list-unread',
  `select conversation_id, unread from inbox
    where member_id = $memberId and not hidden and unread > 0 order by last_day desc, last_at desc limit $limit`,
);

export const sumUnread = statement(
  'chat.sum-unread',
  'select coalesce(sum(unread), 0)::int as unread from inbox where member_id = $memberId and not hidden',
);

/** Finds the other member of a conversation that this member has not deleted. */
export const findOpenSide = statement(
  'chat.find-open-side',
  `select other_id from inbox
    where member_id = $memberId and conversation_id = $conversationId and not hidden`,
);

export const findBlock = statement(
  'chat.find-block',
  'select blocked_id from blocks where member_id = $memberId and blocked_id = $blockedId',
);

export const insertBlock = statement(
  'chat.insert-block',
  'insert into blocks (member_id, blocked_id, created_at) values ($memberId, $blockedId, $now) on conflict do nothing',
);

export const insertBlockedBy = statement(
  'chat.insert-blocked-by',
  'insert into blocked_by (member_id, by_id, created_at) values ($memberId, $byId, $now) on conflict do nothing',
);

export const deleteBlock = statement(
  'chat.delete-block',
  'delete from blocks where member_id = $memberId and blocked_id = $blockedId',
);

export const deleteBlockedBy = statement(
  'chat.delete-blocked-by',
  'delete from blocked_by where member_id = $memberId and by_id = $byId',
);

export const listBlocked = statement(
  'chat.list-blocked',
  'select blocked_id from blocks where member_id = $memberId order by created_at desc, blocked_id limit 1000',
);

export const hasAnswered = statement(
  'chat.has-answered',
  `select exists (select 1 from messages
                   where conversation_id = $conversationId and sender_id = $senderId and seq > $seq) as answered`,
);

export const findCleared = statement(
  'chat.find-cleared',
  'select cleared_seq from inbox where member_id = $memberId and conversation_id = $conversationId',
);

/** Keeps the later edit. */
export const storeDraft = statement(
  'chat.store-draft',
  `insert into drafts (member_id, other_id, text, written_at) values ($memberId, $otherId, $text, $at)
   on conflict (member_id, other_id) do update set text = excluded.text, written_at = excluded.written_at
    where drafts.written_at < excluded.written_at`,
);

export const findDraft = statement(
  'chat.find-draft',
  'select text, written_at from drafts where member_id = $memberId and other_id = $otherId',
);

/** No row without a wallet; the draft is null without one. */
export const findBalanceAndDraft = statement(
  'chat.find-balance-and-draft',
  `select w.balance, d.text, d.written_at
     from wallets w left join drafts d on d.member_id = w.member_id and d.other_id = $otherId
    where w.member_id = $memberId`,
);

export const forgetOldestDrafts = statement(
  'chat.forget-oldest-drafts',
  `delete from drafts where member_id = $memberId
      and other_id in (select d.other_id from drafts d where d.member_id = $memberId order by d.written_at desc offset $kept)`,
);

export const findGift = statement(
  'chat.find-gift',
  `select message_id from messages
    where conversation_id = $conversationId and seq = $seq and kind = 'gift' and removed_at is null`,
);

export const insertGiftAnswer = statement(
  'chat.insert-gift-answer',
  `insert into gift_answers (conversation_id, seq, member_id, answer, answered_at)
   values ($conversationId, $seq, $memberId, $answer, $now) on conflict do nothing`,
);

export const listGiftAnswers = statement(
  'chat.list-gift-answers',
  'select seq, member_id, answer from gift_answers where conversation_id = $conversationId and seq = any($seqs::integer[])',
);

export type GiftAnswerRow = RowOf<typeof listGiftAnswers>;

export const insertIcebreakers = statement(
  'chat.insert-icebreakers',
  'insert into icebreakers (member_id, profile_id) values ($memberId, $profileId) on conflict do nothing',
);

export const lockIcebreakers = statement(
  'chat.lock-icebreakers',
  'select rounds, shown from icebreakers where member_id = $memberId and profile_id = $profileId for update',
);

export type ShownLines = RowOf<typeof lockIcebreakers>;

export const updateIcebreakers = statement(
  'chat.update-icebreakers',
  'update icebreakers set rounds = $rounds, shown = $shown where member_id = $memberId and profile_id = $profileId',
);

/** Removes messages, except goodbyes and gifts without a note: their words and pictures are ours. */
export const setRemoved = statement(
  'chat.set-removed',
  `update messages set removed_at = $now
    where conversation_id = $conversationId and seq = ${seqOfMessage} and sender_id = $senderId
      and (kind in ('text', 'photo') or kind = 'gift' and text <> '') and removed_at is null
   returning seq, created_at`,
);

export const setRestored = statement(
  'chat.set-restored',
  `update messages set removed_at = null
    where conversation_id = $conversationId and seq = ${seqOfMessage} and removed_at is not null
   returning seq, kind, text, sender_id`,
);

export const findSides = statement(
  'chat.find-sides',
  'select starter_id, receiver_id from conversations where conversation_id = $conversationId',
);

export const showLast = statement(
  'chat.show-last',
  `update inbox set last_kind = $kind, last_text = $preview?
    where member_id = $memberId and conversation_id = $conversationId and last_seq = $seq`,
);

export const countUnreadAgain = statement(
  'chat.count-unread-again',
  `update inbox set unread = unread + $change
    where member_id = $receiverId and conversation_id = $conversationId and read_seq < $seq`,
);
