-- A refund can fail at the provider, and a bank can undo a chargeback: each is known by its id there, so that an answer
-- that is older than the last one is told from one that takes something back.
set local lock_timeout = '10s';

create table reversals (
  member_id uuid not null,
  payment_id uuid not null,
  -- The provider's id of the refund or chargeback.
  reversal_id text not null,
  kind text not null,
  amount integer not null,
  undone boolean not null,
  seen_at timestamptz not null,
  undone_at timestamptz,
  constraint reversals_pkey primary key (member_id, payment_id, reversal_id),
  constraint reversals_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint reversals_kind check (kind in ('refund', 'chargeback')),
  constraint reversals_amount check (amount > 0)
);

-- Once undone, it stays undone; nothing else of it changes.
create function refuse_redoing() returns trigger language plpgsql as $$
begin
  if (new.member_id, new.payment_id, new.reversal_id, new.kind, new.amount, new.seen_at)
     is distinct from (old.member_id, old.payment_id, old.reversal_id, old.kind, old.amount, old.seen_at)
     or (old.undone and not new.undone) then
    raise exception 'a reversal is only ever undone' using constraint = 'reversals_undone', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger reversals_undone before update on reversals for each row execute function refuse_redoing();
create trigger reversals_kept before delete on reversals for each row execute function refuse_change();
create trigger reversals_no_truncate before truncate on reversals for each statement execute function refuse_change();

alter table money_entries drop constraint money_entries_direction;
alter table money_entries add constraint money_entries_direction check (
  case cause
    when 'payment' then from_account = 'buyer' and to_account = 'sales'
    when 'refund' then from_account = 'sales' and to_account = 'buyer'
    when 'chargeback' then from_account = 'sales' and to_account = 'buyer'
    when 'refund_undone' then from_account = 'buyer' and to_account = 'sales'
    when 'chargeback_undone' then from_account = 'buyer' and to_account = 'sales'
    else false
  end);

alter table ledger_entries drop constraint ledger_entries_known_cause;
alter table ledger_entries add constraint ledger_entries_known_cause check (
  cause in ('signup', 'purchase', 'message', 'photo', 'gift', 'returned', 'refund', 'chargeback', 'refund_undone', 'chargeback_undone', 'bonus'));
alter table ledger_entries drop constraint ledger_entries_direction;
alter table ledger_entries add constraint ledger_entries_direction check (
  case cause
    when 'purchase' then from_account = 'sales' and to_account = 'member'
    when 'signup' then from_account = 'gifts_of_the_house' and to_account = 'member'
    when 'bonus' then from_account = 'gifts_of_the_house' and to_account = 'member'
    when 'returned' then from_account = 'usage' and to_account = 'member'
    when 'refund' then from_account = 'member' and to_account = 'sales'
    when 'chargeback' then from_account = 'member' and to_account = 'sales'
    when 'refund_undone' then from_account = 'sales' and to_account = 'member'
    when 'chargeback_undone' then from_account = 'sales' and to_account = 'member'
    else from_account = 'member' and to_account = 'usage'
  end);

-- Numbers the entry, requires a completed payment in the same currency, and moves the payment's reversed amounts.
create or replace function apply_money_entry() returns trigger language plpgsql as $$
declare
  price integer;
begin
  update payments
     set refunded = refunded + case new.cause when 'refund' then new.amount when 'refund_undone' then -new.amount else 0 end,
         charged_back = charged_back
                        + case new.cause when 'chargeback' then new.amount when 'chargeback_undone' then -new.amount else 0 end
   where member_id = new.member_id and payment_id = new.payment_id and status = 'completed' and currency = new.currency
   returning amount + fee into price;
  if not found or (new.cause = 'payment' and new.amount <> price) then
    raise exception 'no completed payment of this money' using constraint = 'money_entries_payment_fkey', errcode = 'foreign_key_violation';
  end if;
  select coalesce(max(number), 0) + 1 into new.number
    from money_entries where member_id = new.member_id and payment_id = new.payment_id;
  return new;
end $$;
