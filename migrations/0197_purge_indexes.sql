-- The nightly purges read only what is over, not their whole tables.
set local lock_timeout = '10s';

create index member_emails_kept on member_emails (kept_until) where kept_until is not null;
create index mail_changes_done on mail_changes (done_at) where done_at is not null;
create index mail_changes_open on mail_changes (asked_at) where done_at is null;
