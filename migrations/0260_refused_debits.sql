-- A direct debit whose mandate the provider has refused has ended: no account number is kept, and nothing is collected.
set local lock_timeout = '10s';

alter table debits add column refused_at timestamptz;
alter table debits add constraint debits_refused
  check (refused_at is null or (signed_at is not null and sealed is null and mandate_id is null and payment_id is null));
