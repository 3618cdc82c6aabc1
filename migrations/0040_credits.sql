-- A debt after a chargeback is no credit line: spending stops at zero whatever the wallet's debt_max is.
create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update wallets
     set balance = balance + case when new.to_account = 'member' then new.amount else -new.amount end
   where member_id = new.member_id
   returning balance into new.balance_after;
  if not found then
    raise exception 'no wallet' using constraint = 'ledger_entries_member_id_fkey', errcode = 'foreign_key_violation';
  end if;
  if new.balance_after < 0 and new.cause in ('message', 'photo', 'gift') then
    raise exception 'spending stops at zero' using constraint = 'wallets_balance', errcode = 'check_violation';
  end if;
  select coalesce(max(number), 0) + 1 into new.number from ledger_entries where member_id = new.member_id;
  return new;
end $$;

-- The cause must fit the accounts: spending never goes to `sales`, and a purchase never comes from `usage`.
alter table ledger_entries add constraint ledger_entries_direction check (
  case cause
    when 'purchase' then from_account = 'sales' and to_account = 'member'
    when 'signup' then from_account = 'gifts_of_the_house' and to_account = 'member'
    when 'bonus' then from_account = 'gifts_of_the_house' and to_account = 'member'
    when 'returned' then from_account = 'usage' and to_account = 'member'
    when 'refund' then from_account = 'member' and to_account = 'sales'
    when 'chargeback' then from_account = 'member' and to_account = 'sales'
    else from_account = 'member' and to_account = 'usage'
  end);
