-- 0204, 0207 and 0213 were edited after some databases had run them. Those lack what this file creates; in all others it
-- changes and locks nothing.
set local lock_timeout = '10s';

do $mend$
begin
  if to_regprocedure('note_checked_photo()') is null then
    create function note_checked_photo() returns trigger language plpgsql as $$
begin
  new.checked := true;
  return new;
end $$;
    create trigger photos_checked before update of status on photos for each row execute function note_checked_photo();
  end if;

  if to_regprocedure('note_unseen_photos()') is null then
    alter table profiles add column photos_unseen integer not null default 0;
    create function note_unseen_photos() returns trigger language plpgsql as $$
begin
  select coalesce(bool_or(checked) filter (where photo_id = new.main_photo), false), count(*) filter (where not checked)
    into new.main_photo_checked, new.photos_unseen
    from photos where member_id = new.member_id and status = 'approved';
  return new;
end $$;
    create trigger profiles_unseen_photos before update of main_photo, num_photos on profiles
      for each row execute function note_unseen_photos();
    update profiles set num_photos = num_photos
     where main_photo is not null and not main_photo_checked
        or member_id in (select member_id from photos where not checked);
  end if;

  if to_regprocedure('note_failed_address()') is null then
    create function note_failed_address() returns trigger language plpgsql as $$
begin
  new.address_failed := true;
  return new;
end $$;
    create trigger members_address_failed before update of notifications_off on members for each row
      when (jsonb_path_exists(new.notifications_off, '$.* ? (@ == "bounce")')
            and not jsonb_path_exists(old.notifications_off, '$.* ? (@ == "bounce")'))
      execute function note_failed_address();
  end if;

  if to_regprocedure('note_photo_owner()') is null then
    create function note_photo_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into photo_owners (photo_id, member_id) values (new.photo_id, new.member_id);
  else
    delete from photo_owners where photo_id = old.photo_id;
  end if;
  return null;
end $$;
    create trigger photos_owner after insert or delete on photos for each row execute function note_photo_owner();
    insert into photo_owners (photo_id, member_id) select photo_id, member_id from photos on conflict (photo_id) do nothing;
  end if;
end $mend$;
