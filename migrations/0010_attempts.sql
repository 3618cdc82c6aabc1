-- Attempts of the last hours that count against a limit: wrong passwords, checks of addresses, requested e-mails.
-- `subject` is the limit and whom it protects, by id or keyed hash; `place` is a keyed hash of the origin of the attempts.
create table attempts (
  subject text not null,
  place text not null,
  happened_at timestamptz[] not null default '{}',
  blocked_until timestamptz,
  ends_at timestamptz not null,
  primary key (subject, place)
);
create index attempts_end on attempts (ends_at);

-- For finding a member's names when one is released.
create index member_names_member on member_names (member_id);
