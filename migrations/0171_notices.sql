-- What waits to be told to a member by e-mail: one row a member. An event begins a window unless one is open, so that
-- however much happens in it, one e-mail tells of it, and who settles it first leaves nothing to others.
create table notices (
  member_id uuid not null,
  -- The first event of the window that is open; null: nothing waits.
  waiting_since timestamptz,
  due_at timestamptz,
  -- When the last e-mail was queued.
  mailed_at timestamptz,
  constraint notices_pkey primary key (member_id),
  constraint notices_member_id_fkey foreign key (member_id) references members,
  constraint notices_window check ((waiting_since is null) = (due_at is null))
);
create index notices_due on notices (due_at, member_id) where due_at is not null;
