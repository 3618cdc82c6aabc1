-- What went back beyond the price: a refund, and then a chargeback of the same money. It is a loss, booked to an account of
-- its own, and has no receipt, because the price is returned already.
set local lock_timeout = '10s';

alter table payments add column lost integer not null default 0;
alter table payments add constraint payments_lost check (lost >= 0 and (lost = 0 or refunded + charged_back = amount + fee)) not valid;

alter table money_entries drop constraint money_entries_direction;
alter table money_entries add constraint money_entries_direction check (case cause
  when 'payment' then from_account = 'buyer' and to_account = 'sales'
  when 'refund' then from_account = 'sales' and to_account = 'buyer'
  when 'chargeback' then from_account = 'sales' and to_account = 'buyer'
  when 'refund_undone' then from_account = 'buyer' and to_account = 'sales'
  when 'chargeback_undone' then from_account = 'buyer' and to_account = 'sales'
  when 'loss' then from_account = 'losses' and to_account = 'buyer'
  when 'loss_undone' then from_account = 'buyer' and to_account = 'losses'
  else false
end);

create or replace function apply_money_entry() returns trigger language plpgsql as $$
declare
  price integer;
begin
  update payments
     set refunded = refunded + case new.cause when 'refund' then new.amount when 'refund_undone' then -new.amount else 0 end,
         charged_back = charged_back
                        + case new.cause when 'chargeback' then new.amount when 'chargeback_undone' then -new.amount else 0 end,
         lost = lost + case new.cause when 'loss' then new.amount when 'loss_undone' then -new.amount else 0 end
   where member_id = new.member_id and payment_id = new.payment_id and status = 'completed' and currency = new.currency
   returning amount + fee into price;
  if not found or (new.cause = 'payment' and new.amount <> price) then
    raise exception 'no completed payment of this money' using constraint = 'money_entries_payment_fkey', errcode = 'foreign_key_violation';
  end if;
  select coalesce(max(number), 0) + 1 into new.number
    from money_entries where member_id = new.member_id and payment_id = new.payment_id;
  return new;
end $$;

create function refuse_unbooked_loss() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'what is lost changes only by an entry' using constraint = 'payments_lost', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payments_lost before update on payments
  for each row when (new.lost is distinct from old.lost) execute function refuse_unbooked_loss();

-- The reconciler books those that there are.
update payments p set due_at = 'epoch'
 where status = 'completed'
   and amount + fee < (select coalesce(sum(amount), 0) from reversals r
                        where r.member_id = p.member_id and r.payment_id = p.payment_id and not r.undone);
