-- Whom a member hid from their own searches and suggestions. Only its owner ever reads it: the other is not told.
create table hides (
  member_id uuid not null,
  hidden_id uuid not null,
  created_at timestamptz not null,
  constraint hides_pkey primary key (member_id, hidden_id),
  constraint hides_member_id_fkey foreign key (member_id) references members,
  constraint hides_not_self check (member_id <> hidden_id)
);
