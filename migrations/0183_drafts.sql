-- What a member began to write to another, the same on all their devices. A draft that was sent or cleared stays as an
-- empty one, so that an older edit of a device that was offline does not bring it back.
create table drafts (
  member_id uuid not null,
  other_id uuid not null,
  text text not null,
  written_at timestamptz not null,
  constraint drafts_pkey primary key (member_id, other_id),
  constraint drafts_member_id_fkey foreign key (member_id) references members (member_id)
);
