-- Which unread reminders and weekly updates were planned: one row a member, kind and window, so that nothing is planned
-- twice, whoever dies in it. A window is named by the day on which it opens where the member lives.
create table digests (
  member_id uuid not null,
  kind text not null,
  opened_on date not null,
  planned_at timestamptz not null,
  constraint digests_pkey primary key (member_id, kind, opened_on),
  constraint digests_member_id_fkey foreign key (member_id) references members
);
create index digests_planned_at on digests (planned_at);
