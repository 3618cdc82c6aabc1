-- Whoever asked for an address that does not exist is told.
set local lock_timeout = '10s';

alter table mail_changes add column refused_at timestamptz;
