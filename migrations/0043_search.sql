-- A search has two query plans. Rare filters use keys: an inverted index over what a profile is (pool, country, gender and
-- one trait per key), so that two rare traits intersect without reading other rows. Common filters scan by last activity: a
-- narrow copy of the profiles, in result order, in an index that covers every column a filter reads.

-- No index on profiles contains `last_active_at`, so that recording activity updates none of them.
drop index profiles_search;
drop index profiles_latest;
drop index profiles_interests;
-- A search is short: parallel workers would take longer to start than the search itself.
alter table profiles set (fillfactor = 85, parallel_workers = 0);

create function search_keys(pool text, country text, gender text, born date, photo text, region text, town text, hair_color text,
                            eye_color text, body_type text, relationship_status text, tattoos text, interests text[])
returns text[] language sql immutable parallel safe as $$
  select array_agg(pool || '/' || country || '/' || gender || '/' || trait)
    from unnest(array['*', 'born=' || extract(year from born)::int::text, case when photo = 'approved' then 'photo' end,
                      'region=' || region, 'town=' || town, 'hair_color=' || hair_color, 'eye_color=' || eye_color,
                      'body_type=' || body_type, 'relationship_status=' || relationship_status, 'tattoos=' || tattoos]
                || array(select 'interest=' || interest from unnest(interests) as i (interest))) as t (trait)
   where trait is not null
$$;

create index profiles_search_keys on profiles using gin (
  search_keys(pool, country, gender, date_of_birth, main_photo_status, region, town, hair_color, eye_color, body_type,
              relationship_status, tattoos, interests)
) with (fastupdate = off)
  where status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved');
-- The query plan depends on how common a key is: keep statistics of the three thousand most common keys.
alter index profiles_search_keys alter column 1 set statistics 300;

-- The members that can be found: active, visible, and with an approved photo or none.
create table searchable (
  member_id uuid primary key references profiles (member_id) on delete cascade,
  pool text not null,
  country text not null,
  gender text not null,
  last_active_at timestamptz not null,
  sexuality text,
  date_of_birth date not null,
  photo boolean not null,
  fictional boolean not null,
  region text,
  town text,
  hair_color text,
  eye_color text,
  body_type text,
  relationship_status text,
  tattoos text,
  interests text[] not null
) with (autovacuum_vacuum_scale_factor = 0.05, parallel_workers = 0);

create function keep_searchable() returns trigger language plpgsql as $$
begin
  if new.status <> 'active' or new.invisible or new.main_photo_status <> 'approved' then
    delete from searchable where member_id = new.member_id;
  else
    insert into searchable values (
      new.member_id, new.pool, new.country, new.gender, new.last_active_at, new.sexuality, new.date_of_birth,
      new.main_photo_status is not null, new.fictional, new.region, new.town, new.hair_color, new.eye_color, new.body_type, new.relationship_status, new.tattoos,
      new.interests)
    on conflict (member_id) do update set
      (pool, country, gender, last_active_at, sexuality, date_of_birth, photo, fictional, region, town, hair_color,
       eye_color, body_type, relationship_status, tattoos, interests) =
      row (excluded.pool, excluded.country, excluded.gender, excluded.last_active_at, excluded.sexuality, excluded.date_of_birth,
       excluded.photo, excluded.fictional, excluded.region, excluded.town, excluded.hair_color, excluded.eye_color,
       excluded.body_type, excluded.relationship_status, excluded.tattoos, excluded.interests);
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

insert into searchable
select member_id, pool, country, gender, last_active_at, sexuality, date_of_birth, main_photo_status is not null, fictional, region, town,
       hair_color, eye_color, body_type, relationship_status, tattoos, interests
  from profiles where status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved');

create index searchable_latest on searchable (pool, country, gender, last_active_at desc, member_id)
  include (sexuality, date_of_birth, photo, fictional, region, town, hair_color, eye_color, body_type,
           relationship_status, tattoos, interests);
