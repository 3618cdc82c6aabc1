-- The languages that a member says they speak: shown on the profile, and a filter of the search.
alter table profiles add column languages text[] not null default '{}';
alter table profiles add constraint profiles_languages check (cardinality(languages) <= 10);
alter table searchable add column languages text[] not null default '{}';

drop index profiles_search_keys;
drop function search_keys(text, date, text, text, text, text, text, text, text, text, text[]);
create function search_keys(segment text, born date, photo text, region text, town text, hair_color text, eye_color text, body_type text,
                            relationship_status text, tattoos text, interests text[], languages text[])
returns text[] language sql immutable parallel safe as $$
  select array_agg(segment || '/' || trait)
    from unnest(array['*', 'born=' || extract(year from born)::int::text, case when photo = 'approved' then 'photo' end,
                      'region=' || region, 'town=' || town, 'hair_color=' || hair_color, 'eye_color=' || eye_color,
                      'body_type=' || body_type, 'relationship_status=' || relationship_status, 'tattoos=' || tattoos]
                || array(select 'interest=' || interest from unnest(interests) as i (interest))
                || array(select 'languages=' || language from unnest(languages) as l (language))) as t (trait)
   where trait is not null
$$;
create index profiles_search_keys on profiles using gin (
  search_keys(segment_of(pool, country, gender, sexuality), date_of_birth, main_photo_status, region, town, hair_color, eye_color, body_type,
              relationship_status, tattoos, interests, languages)
) with (fastupdate = off)
  where status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved');
-- The query plan depends on how common a key is, so statistics cover the 3,000 most common keys.
alter index profiles_search_keys alter column 1 set statistics 300;

create or replace function keep_searchable() returns trigger language plpgsql as $$
begin
  if new.status <> 'active' or new.invisible or new.main_photo_status <> 'approved' then
    delete from searchable where member_id = new.member_id;
  else
    insert into searchable values (
      new.member_id, new.last_active_at, new.date_of_birth, new.main_photo_status is not null, new.fictional,
      segment_of(new.pool, new.country, new.gender, new.sexuality), new.region, new.town, new.hair_color, new.eye_color, new.body_type,
      new.relationship_status, new.tattoos, new.interests, new.languages)
    on conflict (member_id) do update set
      (last_active_at, date_of_birth, photo, fictional, segment, region, town, hair_color, eye_color, body_type, relationship_status,
       tattoos, interests, languages) =
      row (excluded.last_active_at, excluded.date_of_birth, excluded.photo, excluded.fictional, excluded.segment, excluded.region,
       excluded.town, excluded.hair_color, excluded.eye_color, excluded.body_type, excluded.relationship_status, excluded.tattoos,
       excluded.interests, excluded.languages);
  end if;
  return null;
end $$;
drop trigger profiles_searchable on profiles;
create trigger profiles_searchable
  after insert or update of pool, country, gender, sexuality, date_of_birth, main_photo_status, fictional, region, town, hair_color,
    eye_color, body_type, relationship_status, tattoos, interests, languages, status, invisible
  on profiles for each row execute function keep_searchable();

drop index searchable_latest;
create index searchable_latest on searchable (segment, last_active_at desc, member_id)
  include (date_of_birth, photo, fictional, region, town, hair_color, eye_color, body_type, relationship_status, tattoos, interests,
           languages);
