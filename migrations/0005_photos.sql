-- Photos without a decision. `queue` is the site's rule: `before` (hidden until approved) or `after` (visible at once).
create table photo_queue (
  queue text not null,
  photo_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null,
  constraint photo_queue_pkey primary key (queue, photo_id),
  constraint photo_queue_queue check (queue in ('before', 'after'))
);
create index photo_queue_oldest on photo_queue (queue, created_at);

create table photo_owners (
  photo_id uuid not null,
  member_id uuid not null,
  constraint photo_owners_pkey primary key (photo_id)
);

-- The decision about each photo. It names no member and outlives the photo.
create table photo_decisions (
  photo_id uuid not null,
  status text not null,
  refusal text,
  decided_at timestamptz not null,
  constraint photo_decisions_pkey primary key (photo_id),
  constraint photo_decisions_status check (status in ('approved', 'rejected'))
);

create table photos (
  member_id uuid not null,
  photo_id uuid not null,
  position integer not null,
  status text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  -- Why the photo was rejected. Shown to its owner.
  refusal text,
  checked boolean not null default false,
  constraint photos_pkey primary key (member_id, photo_id),
  constraint photos_position unique (member_id, position) deferrable initially deferred,
  constraint photos_member_id_fkey foreign key (member_id) references members (member_id),
  constraint photos_position_range check (position between 0 and 24),
  constraint photos_refusal check ((refusal is not null) <= (status = 'rejected')),
  constraint photos_status check (status in ('approved', 'pending', 'rejected'))
);

-- Only a decision sets the status of a photo, so any change of it marks the photo as checked.
create function note_checked_photo() returns trigger language plpgsql as $$
begin
  new.checked := true;
  return new;
end $$;
create trigger photos_checked before update of status on photos for each row execute function note_checked_photo();

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
