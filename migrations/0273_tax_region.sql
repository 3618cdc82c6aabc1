-- The region of the buyer where the tax depends on it: a province of Canada, or a territory outside the VAT of its country.
set local lock_timeout = '10s';

alter table payments add column region text;

create function refuse_other_region() returns trigger language plpgsql as $$
begin
  raise exception 'where the buyer of an order is, is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
end $$;
create trigger payments_region before update on payments
  for each row when (new.region is distinct from old.region) execute function refuse_other_region();
