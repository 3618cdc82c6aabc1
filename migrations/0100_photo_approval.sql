-- Why a photo was rejected; its owner reads it.
alter table photos add column refusal text;
alter table photos add constraint photos_refusal check ((refusal is not null) <= (status = 'rejected'));

-- Photos that nobody has decided about. `queue` is the site's rule: `before` (unseen until approved) or `after` (seen already).
create table photo_queue (
  queue text not null,
  photo_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null,
  constraint photo_queue_pkey primary key (queue, photo_id),
  constraint photo_queue_queue check (queue in ('before', 'after'))
);
create index photo_queue_oldest on photo_queue (queue, created_at);

-- What was decided about each photo. It names no member and outlives the photo.
create table photo_decisions (
  photo_id uuid not null,
  status text not null,
  refusal text,
  decided_at timestamptz not null,
  constraint photo_decisions_pkey primary key (photo_id),
  constraint photo_decisions_status check (status in ('approved', 'rejected'))
);
