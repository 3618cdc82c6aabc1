-- The time up to which messages were checked for returned credits, and the settings used. Other settings start from the
-- beginning.
create table return_progress (
  only_row boolean not null default true,
  settings jsonb not null,
  looked_until timestamptz not null,
  -- No message is older.
  began timestamptz not null,
  constraint return_progress_pkey primary key (only_row),
  constraint return_progress_only_row check (only_row)
);

-- At most one conversation per pair of members.
create table conversation_pairs (
  low_id uuid not null,
  high_id uuid not null,
  conversation_id uuid not null,
  constraint conversation_pairs_pkey primary key (low_id, high_id),
  constraint conversation_pairs_order check (low_id < high_id)
);

-- The opening lines that a member was shown for a profile. None repeats before all have been shown.
create table icebreakers (
  member_id uuid not null,
  profile_id uuid not null,
  -- How often all lines have been shown.
  rounds integer not null default 0,
  -- Keys of the lines shown in the current round.
  shown text[] not null default '{}',
  constraint icebreakers_pkey primary key (member_id, profile_id),
  constraint icebreakers_member_id_fkey foreign key (member_id) references members (member_id)
);

-- Unsent text of a member to another, the same on all their devices. A sent or cleared draft stays as an empty one, so
-- that an older edit from an offline device does not restore it.
create table drafts (
  member_id uuid not null,
  other_id uuid not null,
  text text not null,
  written_at timestamptz not null,
  constraint drafts_pkey primary key (member_id, other_id),
  constraint drafts_member_id_fkey foreign key (member_id) references members (member_id)
);

create table blocks (
  member_id uuid not null,
  blocked_id uuid not null,
  created_at timestamptz not null,
  constraint blocks_pkey primary key (member_id, blocked_id),
  constraint blocks_member_id_fkey foreign key (member_id) references members (member_id),
  constraint blocks_not_self check (member_id <> blocked_id)
);

create table blocked_by (
  member_id uuid not null,
  by_id uuid not null,
  created_at timestamptz not null,
  constraint blocked_by_pkey primary key (member_id, by_id),
  constraint blocked_by_member_id_fkey foreign key (member_id) references members (member_id)
);

-- A member's side of a conversation. Messages up to cleared_seq are deleted for the member; those up to read_seq are
-- read.
create table inbox (
  member_id uuid not null,
  conversation_id uuid not null,
  other_id uuid not null,
  started boolean not null,
  hidden boolean not null default false,
  unread integer not null default 0,
  read_seq integer not null default 0,
  cleared_seq integer not null default 0,
  last_seq integer not null default 0,
  last_at timestamptz not null,
  last_kind text not null,
  last_own boolean not null,
  last_text text,
  -- Whether the last gift has no text in reply yet: the first reply is free.
  gift_unanswered boolean not null default false,
  written boolean not null default false,
  returned_seq integer not null default 0,
  closed boolean not null default false,
  -- Messages of the other member whose whole text was delivered, opened or not: by pages that mark nothing as read, the
  -- list of conversations, a search or an event. They give no credits back. Unread counts do not use it.
  served int4multirange not null default '{}',
  constraint inbox_pkey primary key (member_id, conversation_id),
  constraint inbox_other unique (member_id, other_id),
  constraint inbox_member_id_fkey foreign key (member_id) references members (member_id),
  constraint inbox_unread check (unread >= 0)
);
create index inbox_latest on inbox (member_id, last_at desc) where not hidden;

-- Banned or deleted members whose unread messages have not all given their credits back yet.
create table gone_members (
  member_id uuid not null,
  gone_at timestamptz not null,
  constraint gone_members_pkey primary key (member_id),
  constraint gone_members_member_id_fkey foreign key (member_id) references members (member_id)
);

create table conversations (
  conversation_id uuid not null,
  starter_id uuid not null,
  receiver_id uuid not null,
  last_seq integer not null default 0,
  created_at timestamptz not null,
  closed_seq integer,
  constraint conversations_pkey primary key (conversation_id),
  constraint conversations_closed check (closed_seq is null or last_seq <= closed_seq)
);

create table messages (
  conversation_id uuid not null,
  seq integer not null,
  message_id uuid not null,
  sender_id uuid not null,
  kind text not null,
  text text,
  photo_id uuid,
  gift text,
  credits integer not null,
  idempotency_key uuid,
  created_at timestamptz not null,
  quote_kind text,
  quote text,
  -- A removed message is shown to neither member. It keeps its place, and its content until the removal can no longer
  -- be reverted.
  removed_at timestamptz,
  constraint messages_pkey primary key (conversation_id, seq),
  constraint messages_id unique (conversation_id, message_id),
  constraint messages_key unique (conversation_id, sender_id, idempotency_key),
  constraint messages_conversation_id_fkey foreign key (conversation_id) references conversations (conversation_id),
  constraint messages_credits check (credits >= 0),
  constraint messages_quote check (
  (quote_kind is null) = (quote is null) and (quote_kind is null or kind <> 'gift')),
  constraint messages_quote_kind check (quote_kind in ('about', 'interest', 'photo')),
  constraint messages_kind check (
  (kind = 'text' and text is not null and photo_id is null and gift is null)
  or (kind = 'photo' and photo_id is not null and gift is null)
  or (kind = 'gift' and gift is not null and photo_id is null)
  or (kind = 'goodbye' and text is null and photo_id is null and gift is null and credits = 0)),
  constraint messages_seq check (seq >= 1)
);
create index messages_created on messages using brin (created_at) with (autosummarize = on);
create index messages_removed on messages (conversation_id, seq) where removed_at is not null;

-- The answers of both members to a gift's question: one each, out of three.
create table gift_answers (
  conversation_id uuid not null,
  -- Sequence number of the gift's message.
  seq integer not null,
  member_id uuid not null,
  answer smallint not null,
  answered_at timestamptz not null,
  constraint gift_answers_pkey primary key (conversation_id, seq, member_id),
  constraint gift_answers_message_fkey foreign key (conversation_id, seq) references messages (conversation_id, seq),
  constraint gift_answers_answer check (answer between 1 and 3)
);

create table chat_photos (
  conversation_id uuid not null,
  photo_id uuid not null,
  sender_id uuid not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  constraint chat_photos_pkey primary key (conversation_id, photo_id),
  constraint chat_photos_conversation_id_fkey foreign key (conversation_id) references conversations (conversation_id)
);

insert into return_progress (settings, looked_until, began) values ('{}', now(), now());
