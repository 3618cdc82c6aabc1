-- One conversation per pair of members.
create table conversation_pairs (
  low_id uuid not null,
  high_id uuid not null,
  conversation_id uuid not null,
  primary key (low_id, high_id),
  constraint conversation_pairs_order check (low_id < high_id)
);

create table conversations (
  conversation_id uuid primary key,
  starter_id uuid not null,
  receiver_id uuid not null,
  last_seq int not null default 0,
  created_at timestamptz not null
);

create table messages (
  conversation_id uuid not null references conversations (conversation_id),
  seq int not null,
  message_id uuid not null,
  sender_id uuid not null,
  kind text not null,
  text text,
  photo_id uuid,
  gift text,
  credits int not null,
  idempotency_key uuid,
  created_at timestamptz not null,
  primary key (conversation_id, seq),
  constraint messages_id unique (conversation_id, message_id),
  constraint messages_key unique (conversation_id, sender_id, idempotency_key),
  constraint messages_kind check (
    (kind = 'text' and text is not null and photo_id is null and gift is null)
    or (kind = 'photo' and photo_id is not null and gift is null)
    or (kind = 'gift' and gift is not null and photo_id is null)),
  constraint messages_credits check (credits >= 0),
  constraint messages_seq check (seq >= 1)
);

create table chat_photos (
  conversation_id uuid not null references conversations (conversation_id),
  photo_id uuid not null,
  sender_id uuid not null,
  width int not null,
  height int not null,
  created_at timestamptz not null,
  primary key (conversation_id, photo_id)
);

-- A member's side of a conversation. Messages up to cleared_seq are deleted for the member, those up to read_seq are read.
create table inbox (
  member_id uuid not null references members (member_id),
  conversation_id uuid not null,
  other_id uuid not null,
  started boolean not null,
  hidden boolean not null default false,
  unread int not null default 0,
  read_seq int not null default 0,
  cleared_seq int not null default 0,
  last_seq int not null default 0,
  last_at timestamptz not null,
  last_kind text not null,
  last_own boolean not null,
  last_text text,
  primary key (member_id, conversation_id),
  constraint inbox_other unique (member_id, other_id),
  constraint inbox_unread check (unread >= 0)
);
create index inbox_latest on inbox (member_id, last_at desc) where not hidden;
