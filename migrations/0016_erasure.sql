-- The erasures of the erasure log that this database has seen. The log is stored apart, so that the missing ones show
-- after the restore of an older backup. A hash of the id, and nothing else of the member.
create table erasures (
  member_hash text not null,
  erased_at timestamptz not null,
  constraint erasures_pkey primary key (member_hash)
);
