import { type RowOf, statement } from '../../platform/database/database.ts';

export const listGone = statement(
  'chat.list-gone',
  'select member_id from gone_members order by gone_at, member_id limit $limit',
);

/** `before` leaves time for messages that were being sent when the member left, and were stored afterwards. */
export const forgetGone = statement(
  'chat.forget-gone',
  'delete from gone_members where member_id = $memberId and gone_at < $before',
);

export const listMemberUnreturned = statement(
  'chat.list-member-unreturned',
  `select member_id, conversation_id, other_id from inbox
    where member_id = $memberId and conversation_id > $after and unread > 0 and last_seq > greatest(read_seq, returned_seq)
    order by conversation_id limit $limit`,
);

/** Sides that were sent paid messages in a period, opened or not: the read position is on the receiver's machine. */
export const listUnreturned = statement(
  'chat.list-unreturned',
  `select distinct case m.sender_id when c.starter_id then c.receiver_id else c.starter_id end as member_id,
          m.conversation_id, m.sender_id as other_id
     from messages m join conversations c using (conversation_id)
    where m.created_at > $from and m.created_at <= $until and m.credits > 0`,
);

export const hasUnreturned = statement(
  'chat.has-unreturned',
  `select 1 as one from inbox
    where member_id = $memberId and conversation_id = $conversationId
      and unread > 0 and last_seq > greatest(read_seq, returned_seq)`,
);

export type UnreturnedSide = RowOf<typeof listMemberUnreturned>;

export const lockUnreturned = statement(
  'chat.lock-unreturned',
  `select greatest(read_seq, returned_seq) as from_seq, last_seq, served::text as served
     from inbox where member_id = $memberId and conversation_id = $conversationId for update`,
);

/** `served`: messages that the receiver was shown without opening the conversation. */
export const listUnopened = statement(
  'chat.list-unopened',
  `select message_id, seq, kind, credits, idempotency_key from messages
    where conversation_id = $conversationId and seq > $above and sender_id = $senderId and created_at <= $until
      and not $served::text::int4multirange @> seq
    order by seq limit $limit`,
);

export const setReturned = statement(
  'chat.set-returned',
  'update inbox set returned_seq = $seq where member_id = $memberId and conversation_id = $conversationId',
);

/** `unread_return_days` by scope, and the end of the last run; null if the settings changed since. */
export const findReturnProgress = statement(
  'chat.find-return-progress',
  `select s.settings, case when p.settings = s.settings then p.looked_until end as looked_until, p.began
     from (select coalesce(jsonb_object_agg(scope, values -> 'unread_return_days'), '{}') as settings
             from setting_scopes where values ? 'unread_return_days') s
     cross join return_progress p`,
);

export const setReturnProgress = statement(
  'chat.set-return-progress',
  'update return_progress set settings = $settings::jsonb, looked_until = $until',
);
