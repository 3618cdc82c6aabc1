-- Looks at the rows of the ledger for the rules of 0215, while it is read and written.
set local lock_timeout = '10s';

alter table ledger_entries validate constraint ledger_entries_known_cause;
alter table ledger_entries validate constraint ledger_entries_direction;
