-- What an order froze besides its price: where it was placed, the price before a discount, the value added tax in the
-- price, and the buyer's request to begin at once, without which a withdrawal returns the whole price.
set local lock_timeout = '10s';

alter table payments
  add column site text not null default 'default',
  add column country text not null default '',
  add column list_amount integer,
  add column discount_code text,
  add column vat_rate integer not null default 0,
  add column begun_at timestamptz,
  add column mandate text;

alter table payments
  add constraint payments_discount check (list_amount is null or list_amount >= amount);

create or replace function refuse_unsettling() returns trigger language plpgsql as $$
begin
  if old.status = 'completed' and new.status <> 'completed' then
    raise exception 'a completed payment stays completed' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
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
