-- What buyers paid and what was refunded or charged back, as reported by the provider. As in the credit ledger, an entry
-- is one row with both accounts, written once and never changed.
alter table payments
  add column refunded integer not null default 0,
  add column charged_back integer not null default 0,
  -- When to ask the provider again; null when nothing can change any more.
  add column due_at timestamptz,
  add constraint payments_reversed check (refunded >= 0 and charged_back >= 0 and refunded + charged_back <= amount + fee);

update payments set due_at = now() where status <> 'mismatch';

drop index payments_open;
create index payments_open on payments (due_at) where status <> 'completed' and due_at is not null;
create index payments_standing on payments (due_at) where status = 'completed' and due_at is not null;

create table money_entries (
  member_id uuid not null,
  payment_id uuid not null,
  number integer not null,
  from_account text not null,
  to_account text not null,
  amount integer not null,
  currency text not null,
  cause text not null,
  created_at timestamptz not null,
  constraint money_entries_pkey primary key (member_id, payment_id, number),
  constraint money_entries_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint money_entries_amount check (amount > 0),
  constraint money_entries_direction check (
    case cause
      when 'payment' then from_account = 'buyer' and to_account = 'sales'
      when 'refund' then from_account = 'sales' and to_account = 'buyer'
      when 'chargeback' then from_account = 'sales' and to_account = 'buyer'
      else false
    end)
);
create unique index money_entries_paid_once on money_entries (member_id, payment_id) where cause = 'payment';

-- Both sides of every entry. They sum to 0 in each currency.
create view money_postings as
  select member_id, payment_id, number, from_account as account, -amount as amount, currency, cause, created_at from money_entries
  union all
  select member_id, payment_id, number, to_account, amount, currency, cause, created_at from money_entries;

-- Numbers the entry, requires a completed payment in the same currency, and updates the payment's reversed amounts.
create function apply_money_entry() returns trigger language plpgsql as $$
declare
  price integer;
begin
  update payments
     set refunded = refunded + case when new.cause = 'refund' then new.amount else 0 end,
         charged_back = charged_back + case when new.cause = 'chargeback' then new.amount else 0 end
   where member_id = new.member_id and payment_id = new.payment_id and status = 'completed' and currency = new.currency
   returning amount + fee into price;
  if not found or (new.cause = 'payment' and new.amount <> price) then
    raise exception 'no completed payment of this money' using constraint = 'money_entries_payment_fkey', errcode = 'foreign_key_violation';
  end if;
  select coalesce(max(number), 0) + 1 into new.number
    from money_entries where member_id = new.member_id and payment_id = new.payment_id;
  return new;
end $$;

create trigger money_entries_apply before insert on money_entries for each row execute function apply_money_entry();
create trigger money_entries_append_only before delete or update on money_entries for each row execute function refuse_change();
create trigger money_entries_no_truncate before truncate on money_entries for each statement execute function refuse_change();

-- Reversed amounts change only with an entry; the other rules are as before.
create or replace function refuse_unsettling() returns trigger language plpgsql as $$
begin
  if old.status = 'completed' and new.status <> 'completed' then
    raise exception 'a completed payment stays completed' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
  end if;
  if (new.amount, new.credits, new.currency, new.fee) is distinct from (old.amount, old.credits, old.currency, old.fee) then
    raise exception 'the price of an order is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if (new.refunded, new.charged_back) is distinct from (old.refunded, old.charged_back) and pg_trigger_depth() < 2 then
    raise exception 'what went back changes only by an entry' using constraint = 'payments_reversed', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

insert into money_entries (member_id, payment_id, number, from_account, to_account, amount, currency, cause, created_at)
select member_id, payment_id, 0, 'buyer', 'sales', amount + fee, currency, 'payment', coalesce(settled_at, created_at)
  from payments where status = 'completed';
