-- The version of the terms that bound the buyer when the order was placed. Null for older orders.
alter table payments add column terms_version text;

-- Whether the buyer left because of changed terms: a refund that fails is owed all the same.
alter table withdrawals add column over_terms boolean not null default false;
