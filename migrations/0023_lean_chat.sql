-- Locked at once, in the order of a message, so that no message waits for this and this for it.
lock table conversations, inbox, messages, gift_answers in access exclusive mode;

-- A message changes `last_at` on both sides, and `last_day` at most once a day. An update that changes no indexed column
-- stays in its page, if the page has room, and writes no index entry.
alter table inbox set (fillfactor = 70);
alter table conversations set (fillfactor = 70);
alter table inbox add column last_day date not null generated always as ((last_at at time zone 'UTC')::date) stored;
drop index inbox_latest;
create index inbox_latest on inbox (member_id, last_day desc) where not hidden;

-- A message is found by its id within its conversation, which is rare: the primary key has the id beside its own columns,
-- so that this reads the index alone.
alter table gift_answers drop constraint gift_answers_message_fkey;
alter table messages drop constraint messages_id;
alter table messages drop constraint messages_pkey;
alter table messages add constraint messages_pkey primary key (conversation_id, seq) include (message_id);
alter table gift_answers add constraint gift_answers_message_fkey foreign key (conversation_id, seq) references messages (conversation_id, seq);
