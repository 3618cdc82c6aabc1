-- The owner of each push endpoint. A browser keeps its endpoint, whoever logs in there.
create table push_endpoints (
  endpoint_hash bytea not null,
  member_id uuid not null,
  subscription_id uuid not null,
  constraint push_endpoints_pkey primary key (endpoint_hash)
);

-- The news that wait for a member's digest, one row per member. An event opens a window unless one is open. One email
-- covers everything in the window, and settling it leaves nothing for other jobs.
create table notices (
  member_id uuid not null,
  -- The first event of the open window. Null: nothing waits.
  waiting_since timestamptz,
  due_at timestamptz,
  -- Whether the member has a push subscription. Without one, events open no window for pushes.
  pushes boolean not null default false,
  -- When the next push is due. Null: nothing waits for one.
  push_due_at timestamptz,
  -- When the last push of each kind was queued.
  pushed jsonb not null default '{}',
  -- The kinds of push that are off.
  push_off text[] not null default '{}',
  -- Only a sent email starts the interval until the next one. `sent_at` is the time of the last email of any kind,
  -- `told_at` that of the last digest. The job `claimed_by` started to send one at `claimed_at`, which is null once it
  -- is sent.
  sent_at timestamptz,
  told_at timestamptz,
  claimed_at timestamptz,
  claimed_by text,
  constraint notices_pkey primary key (member_id),
  constraint notices_member_id_fkey foreign key (member_id) references members,
  constraint notices_window check ((waiting_since is null) = (due_at is null))
);
create index notices_due on notices (due_at, member_id) where due_at is not null;
create index notices_push_due on notices (push_due_at, member_id) where push_due_at is not null;

-- A browser that shows pushes to a member: one per session, and none once the session has ended.
create table push_subscriptions (
  member_id uuid not null,
  subscription_id uuid not null,
  session_hash bytea not null,
  -- Address at the browser's push service, and the keys with which only that browser can read a push.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  constraint push_subscriptions_pkey primary key (member_id, subscription_id),
  constraint push_subscriptions_session unique (member_id, session_hash),
  constraint push_subscriptions_member_id_fkey foreign key (member_id) references members
);

-- The planned reminders, weekly updates and news: one row per member, kind and window, so that a crash plans nothing
-- twice. A window is named by the day on which it opens where the member lives.
create table digests (
  member_id uuid not null,
  kind text not null,
  opened_on date not null,
  planned_at timestamptz not null,
  -- The subject of an email that covers it once or a few times only. Such rows stay as long as their member.
  about text,
  constraint digests_pkey primary key (member_id, kind, opened_on),
  constraint digests_member_id_fkey foreign key (member_id) references members
);
create unique index digests_about on digests (member_id, kind, about) where kind in ('promotions', 'news');
create index digests_planned_at on digests (planned_at);
