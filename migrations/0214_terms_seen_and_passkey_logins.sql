-- When this installation first saw a version of the terms, by the date of the release that brought it.
set local lock_timeout = '10s';

create table terms_seen (
  applies_at timestamptz not null,
  seen_at timestamptz not null,
  constraint terms_seen_pkey primary key (applies_at)
);

-- Whether a session was opened with a passkey, which then stands for a password that may be forgotten.
alter table sessions add column by_passkey boolean not null default false;
