-- Whose photo it is, by its id alone: a report may name nothing else.
set local lock_timeout = '10s';

create table photo_owners (
  photo_id uuid not null,
  member_id uuid not null,
  constraint photo_owners_pkey primary key (photo_id)
);
insert into photo_owners (photo_id, member_id) select photo_id, member_id from photos;
