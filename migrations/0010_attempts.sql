-- Attempts that count against a limit in the last hours: wrong passwords, probes for addresses, mails asked for.
-- `subject` names the limit and whom it protects by id or keyed hash, `place` where the attempts came from as a keyed hash.
create table attempts (
  subject text not null,
  place text not null,
  happened_at timestamptz[] not null default '{}',
  blocked_until timestamptz,
  ends_at timestamptz not null,
  primary key (subject, place)
);
create index attempts_end on attempts (ends_at);

-- A member's names are looked up by the member when one is given up.
create index member_names_member on member_names (member_id);
