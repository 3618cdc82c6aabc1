-- Two more ways in which an order ends. `offer_used`: it was paid, but its discount had been used by another order, so it
-- is paid back whole. `cancelled_at`: its member left it, though money may still come if its provider cannot cancel it.
set local lock_timeout = '10s';

alter table payments
  add column offer_used boolean not null default false,
  add column cancelled_at timestamptz;
alter table payments
  add constraint payments_offer_used check (not offer_used or status = 'completed' and discount_code is not null);

create or replace function refuse_unsettling() returns trigger language plpgsql as $$
begin
  if old.status = 'completed' and new.status <> 'completed' then
    raise exception 'a completed payment stays completed' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
  end if;
  if old.status = 'completed' and new.offer_used <> old.offer_used then
    raise exception 'whether an order keeps its discount is decided when it completes' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
  end if;
  if (new.amount, new.credits, new.currency, new.fee, new.site, new.country, new.list_amount, new.discount_code, new.vat_rate, new.begun_at, new.mandate)
     is distinct from
     (old.amount, old.credits, old.currency, old.fee, old.site, old.country, old.list_amount, old.discount_code, old.vat_rate, old.begun_at, old.mandate) then
    raise exception 'the price of an order is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if (new.refunded, new.charged_back) is distinct from (old.refunded, old.charged_back) and pg_trigger_depth() < 2 then
    raise exception 'what went back changes only by an entry' using constraint = 'payments_reversed', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
