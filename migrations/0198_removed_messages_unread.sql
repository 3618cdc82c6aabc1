-- What was removed counts as unread no more, and whoever fetches a conversation is told what was removed in it.
set local lock_timeout = '10s';

create index messages_removed on messages (conversation_id, seq) where removed_at is not null;

update inbox i
   set unread = i.unread - r.unread
  from (select m.conversation_id, s.member_id, count(*)::int as unread
          from messages m
          join inbox s on s.conversation_id = m.conversation_id and s.member_id <> m.sender_id and s.read_seq < m.seq
         where m.removed_at is not null
         group by 1, 2) r
 where i.conversation_id = r.conversation_id and i.member_id = r.member_id;
