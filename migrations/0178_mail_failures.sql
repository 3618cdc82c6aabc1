-- What mail servers report about emails to a member. The hour of an email names it, so that each report counts once, and
-- a hash of the address says which one failed. Rows go when no report about their email counts any more.
create table mail_failures (
  member_id uuid not null,
  sent_at timestamptz not null,
  -- `hard`: the address does not exist; `soft`: anything else; `spam`: its reader complained.
  trouble text not null,
  address bytea not null,
  noted_at timestamptz not null,
  constraint mail_failures_pkey primary key (member_id, sent_at, trouble),
  constraint mail_failures_member_id_fkey foreign key (member_id) references members,
  constraint mail_failures_trouble check (trouble in ('hard', 'soft', 'spam'))
);
create index mail_failures_sent_at on mail_failures (sent_at);
