set local lock_timeout = '10s';

-- A browser that shows pushes to a member: one a session, and nothing is sent once that has ended.
create table push_subscriptions (
  member_id uuid not null,
  subscription_id uuid not null,
  session_hash bytea not null,
  -- Where the push service of the browser takes what is sent, and the keys under which only the browser can read it.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  constraint push_subscriptions_pkey primary key (member_id, subscription_id),
  constraint push_subscriptions_session unique (member_id, session_hash),
  constraint push_subscriptions_member_id_fkey foreign key (member_id) references members
);

-- Whose an endpoint is: a browser keeps its own, whoever logs in there.
create table push_endpoints (
  endpoint_hash bytea not null,
  member_id uuid not null,
  subscription_id uuid not null,
  constraint push_endpoints_pkey primary key (endpoint_hash)
);

-- Whether the member has a subscription, so that messages to others open no window for a push.
alter table notices add column pushes boolean not null default false;
-- When what has happened is to be told by push; null: nothing waits for one.
alter table notices add column push_due_at timestamptz;
-- When the last push of each kind was queued.
alter table notices add column pushed jsonb not null default '{}';
-- The kinds of push that are off.
alter table notices add column push_off text[] not null default '{}';
create index notices_push_due on notices (push_due_at, member_id) where push_due_at is not null;
