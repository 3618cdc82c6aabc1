-- Visitors see a photo once a moderator has looked at it, also where members see it at once. What is stored so far was
-- looked at, unless it waits.
set local lock_timeout = '10s';

alter table photos add column checked boolean not null default true;
update photos h set checked = false from photo_queue q where h.member_id = q.member_id and h.photo_id = q.photo_id;
alter table photos alter column checked set default false;

-- Nothing but a decision sets the status of a photo. The database notes it, because nodes of the older version decide, too.
create function note_checked_photo() returns trigger language plpgsql as $$
begin
  new.checked := true;
  return new;
end $$;
create trigger photos_checked before update of status on photos for each row execute function note_checked_photo();

-- Beside the main photo and the number of photos, so that lists need no join: whether it was looked at, and how many of
-- them were not.
alter table profiles add column main_photo_checked boolean not null default true;
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
alter table profiles alter column main_photo_checked set default false;

update profiles set num_photos = num_photos where member_id in (select member_id from photo_queue);
