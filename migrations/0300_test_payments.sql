-- Whether the payments of this database are for tests (PAYMENTS_TEST): a rehearsal's credits are never those of a site
-- that takes money. Null until production first starts on it.
alter table installation add column payments_test boolean;
update installation set payments_test = false where production_since is not null;
