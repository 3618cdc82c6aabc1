-- no transaction
-- The charge of a message carries the key of its call, and the message the hash of the call's content: the result of the
-- call follows from both, and needs no row of its own.
set lock_timeout = '2s';
alter table ledger_entries add column if not exists key uuid;
alter table messages add column if not exists body_hash bytea;

set lock_timeout = 0;
drop index concurrently if exists ledger_entries_key;
create unique index concurrently ledger_entries_key on ledger_entries (member_id, key) where key is not null;
-- A key already makes a charge unique.
drop index concurrently if exists ledger_entries_keyless_cause;
create unique index concurrently ledger_entries_keyless_cause on ledger_entries (member_id, cause, cause_id) where key is null;
