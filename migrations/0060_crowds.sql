-- A crowd (a search segment) is everyone of one pool, country and gender who seeks the same: a viewer fits all of it or none.
-- Keys and the index by last activity start with it, so that neither reads members who cannot be in the result.

create function crowd_of(pool text, country text, gender text, sexuality text) returns text
  language sql immutable parallel safe return
  pool || '/' || country || '/' || gender || '/' || case
    when sexuality = 'hetero' then case gender when 'male' then 'female' else 'male' end
    when sexuality = 'gay' then gender
    when sexuality = 'lesbian' then 'female'
    else 'both'
  end;

drop index profiles_search_keys;
drop function search_keys;
create function search_keys(crowd text, born date, photo text, region text, town text, hair_color text, eye_color text, body_type text,
                            relationship_status text, tattoos text, interests text[])
returns text[] language sql immutable parallel safe as $$
  select array_agg(crowd || '/' || trait)
    from unnest(array['*', 'born=' || extract(year from born)::int::text, case when photo = 'approved' then 'photo' end,
                      'region=' || region, 'town=' || town, 'hair_color=' || hair_color, 'eye_color=' || eye_color,
                      'body_type=' || body_type, 'relationship_status=' || relationship_status, 'tattoos=' || tattoos]
                || array(select 'interest=' || interest from unnest(interests) as i (interest))) as t (trait)
   where trait is not null
$$;
create index profiles_search_keys on profiles using gin (
  search_keys(crowd_of(pool, country, gender, sexuality), date_of_birth, main_photo_status, region, town, hair_color, eye_color, body_type,
              relationship_status, tattoos, interests)
) with (fastupdate = off)
  where status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved');
-- The query plan depends on how common a key is: keep statistics of the three thousand most common keys.
alter index profiles_search_keys alter column 1 set statistics 300;

-- Columns of fixed length come first: the rest of an index entry is read only when a filter needs it.
drop table searchable;
create table searchable (
  member_id uuid primary key references profiles (member_id) on delete cascade,
  last_active_at timestamptz not null,
  date_of_birth date not null,
  photo boolean not null,
  fictional boolean not null,
  crowd text not null,
  region text,
  town text,
  hair_color text,
  eye_color text,
  body_type text,
  relationship_status text,
  tattoos text,
  interests text[] not null
) with (autovacuum_vacuum_scale_factor = 0.05, parallel_workers = 0);

create or replace function keep_searchable() returns trigger language plpgsql as $$
begin
  if new.status <> 'active' or new.invisible or new.main_photo_status <> 'approved' then
    delete from searchable where member_id = new.member_id;
  else
    insert into searchable values (
      new.member_id, new.last_active_at, new.date_of_birth, new.main_photo_status is not null, new.fictional,
      crowd_of(new.pool, new.country, new.gender, new.sexuality), new.region, new.town, new.hair_color, new.eye_color, new.body_type,
      new.relationship_status, new.tattoos, new.interests)
    on conflict (member_id) do update set
      (last_active_at, date_of_birth, photo, fictional, crowd, region, town, hair_color, eye_color, body_type, relationship_status,
       tattoos, interests) =
      row (excluded.last_active_at, excluded.date_of_birth, excluded.photo, excluded.fictional, excluded.crowd, excluded.region,
       excluded.town, excluded.hair_color, excluded.eye_color, excluded.body_type, excluded.relationship_status, excluded.tattoos,
       excluded.interests);
  end if;
  return null;
end $$;

insert into searchable
select member_id, last_active_at, date_of_birth, main_photo_status is not null, fictional, crowd_of(pool, country, gender, sexuality), region,
       town, hair_color, eye_color, body_type, relationship_status, tattoos, interests
  from profiles where status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved');

create index searchable_latest on searchable (crowd, last_active_at desc, member_id)
  include (date_of_birth, photo, fictional, region, town, hair_color, eye_color, body_type, relationship_status, tattoos, interests);

-- The query plan is chosen by statistics: without them, every key counts as rare.
analyze profiles;
analyze searchable;
