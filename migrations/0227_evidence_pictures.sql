-- A picture that reports copy, once for all of them. What was copied before stays in its row.
set local lock_timeout = '10s';

create table evidence_pictures (
  -- SHA-256 of the content.
  picture_hash text not null,
  content bytea not null,
  constraint evidence_pictures_pkey primary key (picture_hash)
);
create trigger evidence_pictures_frozen before update of content on evidence_pictures
  for each row execute function refuse_change();

alter table complaint_evidence add column picture_hash text;
alter table complaint_evidence add constraint complaint_evidence_picture_hash_fkey
  foreign key (picture_hash) references evidence_pictures (picture_hash);
create index complaint_evidence_picture_hash on complaint_evidence (picture_hash) where picture_hash is not null;
