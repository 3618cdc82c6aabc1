-- The swipe game: whom a member has seen in it, and how many likes they gave today.
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
  -- The last day on which the member played, of the site's zone.
  day date not null,
  likes smallint not null,
  -- An undo gave a like back on this day.
  returned boolean not null default false,
  -- Who can be taken back: the last one, until that is done.
  last_profile_id uuid,
  constraint swipe_days_pkey primary key (member_id),
  constraint swipe_days_member_id_fkey foreign key (member_id) references members (member_id),
  constraint swipe_days_likes_check check (likes between 0 and 4)
);
