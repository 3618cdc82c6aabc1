-- Folds case and accents, so that a search finds members by the beginning of their name. Names have Latin letters only
-- (`contract/accounts/username.ts`): the result is ASCII and sorts by its bytes.
create function folded_name(name text) returns text language sql immutable strict parallel safe
  return lower(translate(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(normalize(name, nfkd), U&'[\0300-\036F]', '', 'g'),
    'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
    'øØłŁđĐðÐħĦŧŦıŋŊĸ', 'oollddddhhttinnk'));

create function segment_of(pool text, country text, gender text, sexuality text) returns text
  language sql immutable parallel safe return
  pool || '/' || country || '/' || gender || '/' || case
    when sexuality = 'hetero' then case gender when 'male' then 'female' else 'male' end
    when sexuality = 'gay' then gender
    when sexuality = 'lesbian' then 'female'
    else 'both'
  end;

create function search_keys(segment text, born date, photo text, region text, town text, hair_color text, eye_color text, body_type text,
                            relationship_status text, tattoos text, interests text[])
returns text[] language sql immutable parallel safe as $$
  select array_agg(segment || '/' || trait)
    from unnest(array['*', 'born=' || extract(year from born)::int::text, case when photo = 'approved' then 'photo' end,
                      'region=' || region, 'town=' || town, 'hair_color=' || hair_color, 'eye_color=' || eye_color,
                      'body_type=' || body_type, 'relationship_status=' || relationship_status, 'tattoos=' || tattoos]
                || array(select 'interest=' || interest from unnest(interests) as i (interest))) as t (trait)
   where trait is not null
$$;

-- The part of a member's data that others may see. No coordinates: a place is a town of our own list, and distances are
-- between towns.
create table profiles (
  member_id uuid not null,
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
  num_photos integer not null default 0,
  -- Sites can have separate members: members are found only within the pool of the site on which they signed up.
  pool text not null default 'default',
  -- Copied from the photo at position 0, so that a search does not read the photos table.
  main_photo_status text,
  -- Whether visitors see the member's photo. Null until the member chooses: until then the country decides.
  visitors_see_photo boolean,
  -- Copied from the photos, so that lists need no join: whether staff have checked the main photo, and how many photos
  -- they have not.
  main_photo_checked boolean not null default false,
  photos_unseen integer not null default 0,
  constraint profiles_pkey primary key (member_id),
  constraint profiles_member_id_fkey foreign key (member_id) references members (member_id),
  constraint profiles_about check (char_length(about) <= 2000),
  constraint profiles_gender check (gender in ('male', 'female')),
  constraint profiles_main_photo_both check ((main_photo is null) = (main_photo_status is null)),
  constraint profiles_main_photo_status check (main_photo_status in ('approved', 'pending', 'rejected')),
  constraint profiles_sexuality check (sexuality in ('hetero', 'gay', 'lesbian', 'bi')),
  constraint profiles_status check (status in ('active', 'disabled', 'hidden'))
) with (fillfactor = 85, parallel_workers = 0);
create index profiles_by_name on profiles
  (segment_of(pool, country, gender, sexuality), (folded_name(name) collate "C"), member_id)
  where status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved');
create index profiles_search_keys on profiles using gin (
  search_keys(segment_of(pool, country, gender, sexuality), date_of_birth, main_photo_status, region, town, hair_color, eye_color, body_type,
              relationship_status, tattoos, interests)
) with (fastupdate = off)
  where status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved');
-- The query plan depends on how common a key is, so statistics cover the 3,000 most common keys.
alter index profiles_search_keys alter column 1 set statistics 300;

-- The label of a fictional profile can never be removed, whoever writes to the table.
create function refuse_unlabelling() returns trigger language plpgsql as $$
begin
  if old.fictional and not new.fictional then
    raise exception 'the label of a fictional member stays' using constraint = 'profiles_label', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger profiles_label before update of fictional on profiles for each row execute function refuse_unlabelling();

create function keep_searchable() returns trigger language plpgsql as $$
begin
  if new.status <> 'active' or new.invisible or new.main_photo_status <> 'approved' then
    delete from searchable where member_id = new.member_id;
  else
    insert into searchable values (
      new.member_id, new.last_active_at, new.date_of_birth, new.main_photo_status is not null, new.fictional,
      segment_of(new.pool, new.country, new.gender, new.sexuality), new.region, new.town, new.hair_color, new.eye_color, new.body_type,
      new.relationship_status, new.tattoos, new.interests)
    on conflict (member_id) do update set
      (last_active_at, date_of_birth, photo, fictional, segment, region, town, hair_color, eye_color, body_type, relationship_status,
       tattoos, interests) =
      row (excluded.last_active_at, excluded.date_of_birth, excluded.photo, excluded.fictional, excluded.segment, excluded.region,
       excluded.town, excluded.hair_color, excluded.eye_color, excluded.body_type, excluded.relationship_status, excluded.tattoos,
       excluded.interests);
  end if;
  return null;
end $$;
create trigger profiles_searchable
  after insert or update of pool, country, gender, sexuality, date_of_birth, main_photo_status, fictional, region, town, hair_color,
    eye_color, body_type, relationship_status, tattoos, interests, status, invisible
  on profiles for each row execute function keep_searchable();

create function note_searchable_activity() returns trigger language plpgsql as $$
begin
  update searchable set last_active_at = new.last_active_at where member_id = new.member_id;
  return null;
end $$;
create trigger profiles_searchable_activity after update of last_active_at on profiles
  for each row when (old.last_active_at <> new.last_active_at) execute function note_searchable_activity();

create function note_unseen_photos() returns trigger language plpgsql as $$
begin
  select coalesce(bool_or(checked) filter (where photo_id = new.main_photo), false), count(*) filter (where not checked)
    into new.main_photo_checked, new.photos_unseen
    from photos where member_id = new.member_id and status = 'approved';
  return new;
end $$;
create trigger profiles_unseen_photos before update of main_photo, num_photos on profiles
  for each row execute function note_unseen_photos();

-- The members that a search can find: active, visible, and with an approved main photo or none.
create table searchable (
  member_id uuid not null,
  last_active_at timestamptz not null,
  date_of_birth date not null,
  photo boolean not null,
  fictional boolean not null,
  segment text not null,
  region text,
  town text,
  hair_color text,
  eye_color text,
  body_type text,
  relationship_status text,
  tattoos text,
  interests text[] not null,
  constraint searchable_pkey primary key (member_id),
  constraint searchable_member_id_fkey foreign key (member_id) references profiles (member_id) on delete cascade
) with (autovacuum_vacuum_scale_factor = 0.05, parallel_workers = 0);
-- Visitors get members in an order that does not reveal who was online.
create index searchable_for_visitors on searchable (segment, member_id) include (date_of_birth, photo, fictional, region);
create index searchable_latest on searchable (segment, last_active_at desc, member_id)
  include (date_of_birth, photo, fictional, region, town, hair_color, eye_color, body_type, relationship_status, tattoos, interests);
-- A search by distance reads each town's members by last activity. The index alone answers the most common filters.
create index searchable_near on searchable (segment, town, last_active_at desc, member_id)
  include (date_of_birth, photo, fictional) where town is not null;

-- Members whom a member left out of their own searches and suggestions. Only that member ever reads it.
create table hides (
  member_id uuid not null,
  hidden_id uuid not null,
  created_at timestamptz not null,
  constraint hides_pkey primary key (member_id, hidden_id),
  constraint hides_member_id_fkey foreign key (member_id) references members,
  constraint hides_not_self check (member_id <> hidden_id)
);

-- The members picked for one evening: the same on every device, and for that evening only.
create table daily_picks (
  member_id uuid not null,
  -- The evening of the last picks, in the site's time zone.
  evening date not null,
  picked_ids uuid[] not null,
  constraint daily_picks_pkey primary key (member_id),
  constraint daily_picks_member_id_fkey foreign key (member_id) references members (member_id),
  constraint daily_picks_picked_ids_check check (cardinality(picked_ids) between 1 and 6)
);
