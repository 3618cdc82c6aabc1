-- Which opening lines a member was shown for a profile, so that none comes again before all have been shown.
create table icebreakers (
  member_id uuid not null,
  profile_id uuid not null,
  -- How often all lines have been shown.
  rounds integer not null default 0,
  -- The keys of those shown since.
  shown text[] not null default '{}',
  constraint icebreakers_pkey primary key (member_id, profile_id),
  constraint icebreakers_member_id_fkey foreign key (member_id) references members (member_id)
);
