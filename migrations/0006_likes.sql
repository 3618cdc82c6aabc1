-- Likes are stored twice, once with each of the two members.
create table likes_received (
  member_id uuid not null,
  sender_id uuid not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  shown_at timestamptz,
  constraint likes_received_pkey primary key (member_id, sender_id),
  constraint likes_received_member_id_fkey foreign key (member_id) references members (member_id),
  constraint likes_not_self check (member_id <> sender_id)
);
-- Received likes in list order: new ones first, each group newest first.
create index likes_received_listed on likes_received (member_id, (seen_at is null), created_at, sender_id);

create table likes_given (
  member_id uuid not null,
  receiver_id uuid not null,
  created_at timestamptz not null,
  constraint likes_given_pkey primary key (member_id, receiver_id),
  constraint likes_given_member_id_fkey foreign key (member_id) references members (member_id)
);
create index likes_given_latest on likes_given (member_id, created_at desc);

-- Received likes that were taken back. If it is given again within a day, such a like counts as the same one and
-- notifies nobody.
create table likes_withdrawn (
  member_id uuid not null,
  sender_id uuid not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  shown_at timestamptz,
  constraint likes_withdrawn_pkey primary key (member_id, sender_id)
);

-- The swipe game: the profiles that a member has seen in it, and how many likes they gave today.
create table swipes (
  member_id uuid not null,
  profile_id uuid not null,
  liked boolean not null,
  swiped_at timestamptz not null,
  constraint swipes_pkey primary key (member_id, profile_id),
  constraint swipes_member_id_fkey foreign key (member_id) references members (member_id)
);

create table swipe_days (
  member_id uuid not null,
  -- The last day on which the member played, in the site's time zone.
  day date not null,
  likes smallint not null,
  -- Whether an undo gave a like back on this day.
  returned boolean not null default false,
  -- The profile of the last swipe, until it is undone.
  last_profile_id uuid,
  constraint swipe_days_pkey primary key (member_id),
  constraint swipe_days_member_id_fkey foreign key (member_id) references members (member_id),
  constraint swipe_days_likes_check check (likes between 0 and 4)
);
