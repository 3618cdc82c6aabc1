import { type RowOf, statement } from '../../platform/database/database.ts';

export const listGone = statement(
  'chat.list-gone',
  'select member_id from gone_members order by gone_at, member_id limit $limit',
);

/** `before`: a message that was being sent while they left may have been stored since. */
export const forgetGone = statement(
  'chat.forget-gone',
  'delete from gone_members where member_id = $memberId and gone_at < $before',
);

/** A member's conversations with unread messages that were not looked at for a return, page by page. */
export const listUnreturnedOf = statement(
  'chat.list-unreturned-of',
  `select member_id, conversation_id, other_id from inbox
    where member_id = $memberId and conversation_id > $after and unread > 0 and last_seq > greatest(read_seq, returned_seq)
    order by conversation_id limit $limit`,
);

/** The same of all members. */
export const listUnreturned = statement(
  'chat.list-unreturned',
  `select member_id, conversation_id, other_id from inbox
    where (member_id, conversation_id) > ($afterMember, $afterConversation)
      and unread > 0 and last_seq > greatest(read_seq, returned_seq)
    order by member_id, conversation_id limit $limit`,
);

export type UnreturnedSide = RowOf<typeof listUnreturned>;

export const lockUnreturned = statement(
  'chat.lock-unreturned',
  `select greatest(read_seq, returned_seq) as from_seq, last_seq
     from inbox where member_id = $memberId and conversation_id = $conversationId for update`,
);

export const listUnopened = statement(
  'chat.list-unopened',
  `select message_id, seq, kind, credits from messages
    where conversation_id = $conversationId and seq > $above and sender_id = $senderId and created_at <= $until
    order by seq limit $limit`,
);

export const setReturned = statement(
  'chat.set-returned',
  'update inbox set returned_seq = $seq where member_id = $memberId and conversation_id = $conversationId',
);

export const setsUnreadReturns = statement(
  'chat.sets-unread-returns',
  `select exists (select 1 from setting_scopes where values ? 'unread_return_days') as set`,
);
