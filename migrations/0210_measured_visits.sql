-- Of which visits the page tells when it is left: only after its visitor agreed. Until now nobody was asked.
set local lock_timeout = '10s';

alter table source_days add column measured integer not null default 0;
alter table source_days add constraint source_days_measured check (measured >= 0 and measured <= visits);
update source_days set measured = visits;
