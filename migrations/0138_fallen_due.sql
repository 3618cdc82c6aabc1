-- Messages that were not opened for some days are found by when they were sent. Messages are stored in the order of time,
-- so that an index of a few pages says where a day lies, and sending one costs the index next to nothing.
set local lock_timeout = '10s';

create index messages_created on messages using brin (created_at) with (autosummarize = on);

-- Up to when messages were looked at for a return, and under which settings: others look from the beginning.
create table return_progress (
  only_row boolean not null default true,
  settings jsonb not null,
  looked_until timestamptz not null,
  -- No message is older.
  began timestamptz not null,
  constraint return_progress_pkey primary key (only_row),
  constraint return_progress_only_row check (only_row)
);

insert into return_progress (settings, looked_until, began)
select '{}', now(), coalesce(min(created_at), now()) from messages;
