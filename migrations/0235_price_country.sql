-- Prices and tax are those of `members.country`. What a profile says later waits here until it becomes that country.
-- With an order, where its buyer is: as declared, by the address of the request, and by the card or account that paid.
set local lock_timeout = '10s';

alter table members
  add column next_country text,
  add column next_country_from timestamptz;
alter table payments
  add column declared_country text,
  add column request_country text,
  add column payer_country text;

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
  if (new.declared_country, new.request_country) is distinct from (old.declared_country, old.request_country)
     or old.payer_country is not null and new.payer_country is distinct from old.payer_country then
    raise exception 'where the buyer of an order is, is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if (new.refunded, new.charged_back) is distinct from (old.refunded, old.charged_back) and pg_trigger_depth() < 2 then
    raise exception 'what went back changes only by an entry' using constraint = 'payments_reversed', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
