-- Where the buyer of a wire transfer sends the money, and what they write on it.
set local lock_timeout = '10s';

alter table payments
  add column transfer_iban text,
  add column transfer_bic text,
  add column transfer_holder text,
  add column transfer_reference text;
