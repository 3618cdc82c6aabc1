set local lock_timeout = '10s';

-- Links of notices begin a session, which is no proof of the password.
alter table tokens drop constraint tokens_purpose;
alter table tokens add constraint tokens_purpose check (purpose in ('activation', 'reset', 'reactivation', 'mail-change', 'mail-revert', 'entry'));
alter table sessions add column by_link boolean not null default false;
