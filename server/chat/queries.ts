import { statement } from '../platform/database/database.ts';

/** A message as it is stored. */
export interface MessageRow {
  message_id: string;
  conversation_id: string;
  seq: number;
  sender_id: string;
  kind: 'text' | 'photo' | 'gift';
  text: string | null;
  photo_id: string | null;
  gift: string | null;
  credits: number;
  idempotency_key: string | null;
  created_at: Date;
}

/** A member's side of a conversation, with how far the other has read. */
export interface SideRow {
  conversation_id: string;
  other_id: string;
  hidden: boolean;
  unread: number;
  read_seq: number;
  cleared_seq: number;
  last_seq: number;
  other_read_seq: number;
}

export interface InboxRow {
  conversation_id: string;
  other_id: string;
  unread: number;
  last_seq: number;
  last_at: Date;
  last_kind: MessageRow['kind'];
  last_own: boolean;
  last_text: string | null;
  /** `last_at` in microseconds, as exact as it is stored. */
  place: number;
}

export interface PairRow {
  low_id: string;
  high_id: string;
  conversation_id: string;
}

/** Locks pairs, always in the same order. */
export const lockPairs = statement<PairRow>(
  'chat.lock-pairs',
  `select p.low_id, p.high_id, p.conversation_id
     from json_to_recordset($1) as w (low_id uuid, high_id uuid)
     join conversation_pairs p using (low_id, high_id)
    order by p.low_id, p.high_id for update of p`,
);

export const findPair = statement<{ conversation_id: string }>(
  'chat.find-pair',
  'select conversation_id from conversation_pairs where low_id = $1 and high_id = $2',
);

export const insertPairs = statement(
  'chat.insert-pairs',
  `insert into conversation_pairs (low_id, high_id, conversation_id)
   select low_id, high_id, conversation_id from json_to_recordset($1) as w (low_id uuid, high_id uuid, conversation_id uuid)
    order by low_id, high_id
   on conflict do nothing`,
);

export const findOthers = statement<{ member_id: string; conversation_id: string; other_id: string }>(
  'chat.find-others',
  `select member_id, conversation_id, i.other_id
     from json_to_recordset($1) as w (member_id uuid, conversation_id uuid)
     join inbox i using (member_id, conversation_id)`,
);

export const findSiteOfMember = statement<{ site: string }>(
  'chat.find-site-of-member',
  'select site from members where member_id = $1',
);

// The row of the conversation is the counter of `seq`: its lock gives each message the next number, without gaps.
export const appendMessages = statement<{ message_id: string; seq: number }>(
  'chat.append-messages',
  `with sent as (
     select * from json_to_recordset($1) as s (conversation_id uuid, message_id uuid, sender_id uuid, receiver_id uuid, kind text,
                                               text text, photo_id uuid, gift text, credits int, idempotency_key uuid)),
   counted as (
     insert into conversations (conversation_id, starter_id, receiver_id, last_seq, created_at)
     select conversation_id, sender_id, receiver_id, 1, $2 from sent order by conversation_id
     on conflict (conversation_id) do update set last_seq = conversations.last_seq + 1
     returning conversation_id, last_seq)
   insert into messages (conversation_id, seq, message_id, sender_id, kind, text, photo_id, gift, credits, idempotency_key, created_at)
   select conversation_id, last_seq, message_id, sender_id, kind, text, photo_id, gift, credits, idempotency_key, $2
     from sent join counted using (conversation_id)
   returning message_id, seq`,
);

export const findMessage = statement<MessageRow>(
  'chat.find-message',
  `select message_id, conversation_id, seq, sender_id, kind, text, photo_id, gift, credits, idempotency_key, created_at
     from messages where conversation_id = $1 and message_id = $2`,
);

export const insertChatPhoto = statement(
  'chat.insert-photo',
  `insert into chat_photos (conversation_id, photo_id, sender_id, width, height, created_at) values ($1, $2, $3, $4, $5, $6)`,
);

/** Counts the last messages of conversations in both their sides, which are locked in the order of their members. */
export const noteInInboxes = statement<{ member_id: string; conversation_id: string; unread: number }>(
  'chat.note-in-inboxes',
  `insert into inbox (member_id, conversation_id, other_id, started, unread, last_seq, last_at, last_kind, last_own, last_text)
   select member_id, conversation_id, other_id, started, case when own then 0 else 1 end, c.last_seq, $2, kind, own, preview
     from json_to_recordset($1) as s (member_id uuid, conversation_id uuid, other_id uuid, started boolean, kind text,
                                      own boolean, preview text)
     join conversations c using (conversation_id)
    order by member_id, conversation_id
   on conflict (member_id, conversation_id) do update
     set hidden = false, unread = inbox.unread + excluded.unread, last_seq = excluded.last_seq, last_at = excluded.last_at,
         last_kind = excluded.last_kind, last_own = excluded.last_own, last_text = excluded.last_text
   returning member_id, conversation_id, unread`,
);

export const readSide = statement<SideRow>(
  'chat.read-side',
  `select i.conversation_id, i.other_id, i.hidden, i.unread, i.read_seq, i.cleared_seq, i.last_seq,
          coalesce(o.read_seq, 0) as other_read_seq
     from inbox i
     left join inbox o on o.member_id = i.other_id and o.conversation_id = i.conversation_id
    where i.member_id = $1 and i.other_id = $2 and not i.hidden`,
);

export const lockSide = statement<Omit<SideRow, 'other_read_seq'>>(
  'chat.lock-side',
  `select conversation_id, other_id, hidden, unread, read_seq, cleared_seq, last_seq
     from inbox where member_id = $1 and conversation_id = $2 for update`,
);

// Counted, not guessed: a message of the other that is later than `seq` stays unread.
export const moveRead = statement<{ unread: number }>(
  'chat.move-read',
  `update inbox
      set read_seq = $3,
          unread = (select count(*) from messages m where m.conversation_id = $2 and m.seq > $3 and m.sender_id <> $1)::int
    where member_id = $1 and conversation_id = $2
   returning unread`,
);

export const clearSide = statement(
  'chat.clear-side',
  `update inbox set hidden = true, unread = 0, read_seq = last_seq, cleared_seq = last_seq
    where member_id = $1 and conversation_id = $2 and not hidden`,
);

export const listBackwards = statement<MessageRow>(
  'chat.list-backwards',
  `select message_id, conversation_id, seq, sender_id, kind, text, photo_id, gift, credits, idempotency_key, created_at
     from messages where conversation_id = $1 and seq > $2 and seq < $3 order by seq desc limit $4`,
);

export const listForwards = statement<MessageRow>(
  'chat.list-forwards',
  `select message_id, conversation_id, seq, sender_id, kind, text, photo_id, gift, credits, idempotency_key, created_at
     from messages where conversation_id = $1 and seq > $2 and seq < $3 order by seq limit $4`,
);

export const listInbox = statement<InboxRow>(
  'chat.list-inbox',
  `select conversation_id, other_id, unread, last_seq, last_at, last_kind, last_own, last_text,
          (extract(epoch from last_at) * 1000000)::bigint as place
     from inbox
    where member_id = $1 and not hidden
      and (last_at, conversation_id) < (coalesce(timestamptz 'epoch' + $2::bigint * interval '1 microsecond', 'infinity'), $3)
    order by last_at desc, conversation_id desc limit $4`,
);

export const listUnread = statement<{ conversation_id: string; unread: number }>(
  'chat.list-unread',
  'select conversation_id, unread from inbox where member_id = $1 and not hidden and unread > 0 order by last_at desc limit $2',
);

export const sumUnread = statement<{ unread: number }>(
  'chat.sum-unread',
  'select coalesce(sum(unread), 0)::int as unread from inbox where member_id = $1 and not hidden',
);

export const findTypingReader = statement<{ other_id: string }>(
  'chat.find-typing-reader',
  `select i.other_id
     from inbox i join inbox o on o.member_id = i.other_id and o.conversation_id = i.conversation_id
    where i.member_id = $1 and i.conversation_id = $2 and not i.hidden and not o.hidden`,
);

export const findBlock = statement<{ blocked_id: string }>(
  'chat.find-block',
  'select blocked_id from blocks where member_id = $1 and blocked_id = $2',
);

export const insertBlock = statement(
  'chat.insert-block',
  'insert into blocks (member_id, blocked_id, created_at) values ($1, $2, $3) on conflict do nothing',
);

export const insertBlockedBy = statement(
  'chat.insert-blocked-by',
  'insert into blocked_by (member_id, by_id, created_at) values ($1, $2, $3) on conflict do nothing',
);

export const deleteBlock = statement(
  'chat.delete-block',
  'delete from blocks where member_id = $1 and blocked_id = $2',
);

export const deleteBlockedBy = statement(
  'chat.delete-blocked-by',
  'delete from blocked_by where member_id = $1 and by_id = $2',
);

export const listBlocked = statement<{ blocked_id: string }>(
  'chat.list-blocked',
  'select blocked_id from blocks where member_id = $1 order by created_at desc, blocked_id limit 1000',
);

export const hasAnswered = statement<{ answered: boolean; cleared: boolean }>(
  'chat.has-answered',
  `select exists (select 1 from messages m where m.conversation_id = $1 and m.sender_id = $2 and m.seq > $4) as answered,
          coalesce((select i.cleared_seq >= $4 from inbox i where i.member_id = $3 and i.conversation_id = $1), true) as cleared`,
);
