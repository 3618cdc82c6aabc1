-- A message that staff removed is shown to neither member any more; it keeps its place, and what it says until it is taken back.
alter table messages add column removed_at timestamptz;

alter table measures add column conversation_id uuid;
alter table measures add column message_id uuid;
alter table measures drop constraint measures_kind;
alter table measures add constraint measures_kind check (kind in ('ban', 'photo', 'text', 'message'));
alter table measures add constraint measures_message
  check ((kind = 'message') = (conversation_id is not null) and (kind = 'message') = (message_id is not null));
-- One that stands for each message.
create unique index measures_of_message on measures (message_id) where message_id is not null and lifted_at is null;
