-- Money that came for an order and does not match it, so that staff can accept it or pay it back.
set local lock_timeout = '10s';

create table mismatches (
  mismatch_id uuid not null,
  member_id uuid not null,
  payment_id uuid not null,
  provider text not null,
  provider_payment_id text not null,
  -- The merchant profile, the money and what is wrong, as the provider says.
  profile text not null,
  amount integer not null,
  currency text not null,
  wrong text not null,
  -- How much of it went back.
  returned integer not null,
  state text not null,
  -- The key of the refund that staff have decided on.
  refund_key uuid,
  seen_at timestamptz not null,
  decided_at timestamptz,
  constraint mismatches_pkey primary key (mismatch_id),
  constraint mismatches_payment unique (provider, provider_payment_id),
  constraint mismatches_amount check (amount >= 0 and returned >= 0),
  constraint mismatches_state check (state in ('open', 'accepted', 'paying_back', 'by_hand', 'paid_by_hand', 'returned', 'solved')),
  constraint mismatches_refund_key check (state not in ('paying_back', 'by_hand', 'paid_by_hand') or refund_key is not null)
);
create index mismatches_waiting on mismatches (seen_at) where state in ('open', 'paying_back', 'by_hand');
create index mismatches_order on mismatches (payment_id);

-- accepted: staff took the money that came as the price. returned: it went back, so the order has failed.
alter table payments add column mismatch text;
alter table payments add constraint payments_mismatch check (mismatch in ('accepted', 'returned')) not valid;

-- Nobody decides about somebody's money without a record of who did.
create function refuse_nameless_decision() returns trigger language plpgsql as $$
begin
  if new.state in ('accepted', 'paying_back', 'paid_by_hand') and not exists (
    select from desk_acts where number = new.mismatch_id::text
       and act = case new.state when 'accepted' then 'mismatches-accept' when 'paying_back' then 'mismatches-pay' else 'mismatches-paid' end
  ) then
    raise exception 'nobody decided about the money' using constraint = 'mismatches_decided_by', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger mismatches_decided_by before update on mismatches
  for each row when (new.state is distinct from old.state) execute function refuse_nameless_decision();

-- The price of an order is frozen, but for one case: staff accept the lower one that was paid.
create or replace function refuse_unsettling() returns trigger language plpgsql as $$
begin
  if old.status = 'completed' and new.status <> 'completed' then
    raise exception 'a completed payment stays completed' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
  end if;
  if old.status = 'completed' and new.offer_used <> old.offer_used then
    raise exception 'whether an order keeps its discount is decided when it completes' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
  end if;
  if (new.credits, new.currency, new.fee, new.site, new.country, new.list_amount, new.discount_code, new.vat_rate, new.begun_at, new.mandate)
     is distinct from
     (old.credits, old.currency, old.fee, old.site, old.country, old.list_amount, old.discount_code, old.vat_rate, old.begun_at, old.mandate) then
    raise exception 'the price of an order is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if new.amount <> old.amount and not (
    old.status = 'mismatch' and new.mismatch = 'accepted' and new.amount < old.amount
    and exists (select from mismatches m
                 where m.provider = new.provider and m.provider_payment_id = new.provider_payment_id and m.payment_id = new.payment_id
                   and m.state = 'accepted' and m.amount = new.amount + new.fee and m.currency = new.currency)
  ) then
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

-- The reconciler finds those that there are.
update payments set due_at = 'epoch' where status = 'mismatch';
