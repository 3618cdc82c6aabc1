-- What others may see of a member. No coordinates: a place is a town of our own list, and distances are between towns.
create table profiles (
  member_id uuid primary key references members (member_id),
  name text not null,
  gender text not null,
  sexuality text,
  date_of_birth date not null,
  country text not null,
  region text,
  town text,
  about text not null default '',
  hair_color text,
  eye_color text,
  body_type text,
  relationship_status text,
  tattoos text,
  interests text[] not null default '{}',
  status text not null default 'disabled',
  invisible boolean not null default false,
  fictional boolean not null default false,
  last_active_at timestamptz not null,
  main_photo uuid,
  num_photos int not null default 0,
  constraint profiles_gender check (gender in ('male', 'female')),
  constraint profiles_sexuality check (sexuality in ('hetero', 'gay', 'lesbian', 'bi')),
  constraint profiles_status check (status in ('active', 'disabled', 'hidden')),
  constraint profiles_about check (char_length(about) <= 2000)
);
create index profiles_search on profiles (gender, country, last_active_at desc) where status = 'active' and not invisible;
create index profiles_interests on profiles using gin (interests) where status = 'active' and not invisible;

create table photos (
  member_id uuid not null references members (member_id),
  photo_id uuid not null,
  position int not null,
  status text not null,
  width int not null,
  height int not null,
  created_at timestamptz not null,
  primary key (member_id, photo_id),
  constraint photos_position unique (member_id, position) deferrable initially deferred,
  constraint photos_position_range check (position between 0 and 24),
  constraint photos_status check (status in ('approved', 'pending', 'rejected'))
);

-- A like is stored twice, once with each of its two members.
create table likes_received (
  member_id uuid not null references members (member_id),
  sender_id uuid not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  announced_at timestamptz,
  primary key (member_id, sender_id),
  constraint likes_not_self check (member_id <> sender_id)
);

create table likes_given (
  member_id uuid not null references members (member_id),
  receiver_id uuid not null,
  created_at timestamptz not null,
  primary key (member_id, receiver_id)
);

create table blocks (
  member_id uuid not null references members (member_id),
  blocked_id uuid not null,
  created_at timestamptz not null,
  primary key (member_id, blocked_id),
  constraint blocks_not_self check (member_id <> blocked_id)
);

create table blocked_by (
  member_id uuid not null references members (member_id),
  by_id uuid not null,
  created_at timestamptz not null,
  primary key (member_id, by_id)
);
