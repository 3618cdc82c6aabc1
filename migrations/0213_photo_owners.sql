-- Whose photo it is, by its id alone: a report may name nothing else.
set local lock_timeout = '10s';

create table photo_owners (
  photo_id uuid not null,
  member_id uuid not null,
  constraint photo_owners_pkey primary key (photo_id)
);

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
