-- Locked at once, in the order of a charge: no entry may be written between the count and the new trigger.
lock table wallets, lots, ledger_entries in access exclusive mode;

-- The wallet counts its entries, so that the next number needs no search, and one statement moves the balance and gives
-- the number.
alter table wallets add column entries integer not null default 0;
update wallets w set entries = e.entries
  from (select member_id, max(number) as entries from ledger_entries group by member_id) e
 where e.member_id = w.member_id;
alter table wallets add constraint wallets_entries check (entries >= 0);

create or replace function refuse_direct_balance() returns trigger language plpgsql as $$
begin
  if (new.balance <> old.balance or new.entries <> old.entries) and pg_trigger_depth() < 2 then
    raise exception 'a balance changes only by a ledger entry' using constraint = 'wallets_by_ledger', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace function refuse_opening_balance() returns trigger language plpgsql as $$
begin
  if new.balance <> 0 or new.entries <> 0 then
    raise exception 'a wallet opens empty' using constraint = 'wallets_by_ledger', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- A debt after a chargeback is no credit line: spending stops at zero whatever the wallet's debt_max is.
create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update wallets
     set balance = balance + case when new.to_account = 'member' then new.amount else -new.amount end, entries = entries + 1
   where member_id = new.member_id
   returning balance, entries into new.balance_after, new.number;
  if not found then
    raise exception 'no wallet' using constraint = 'ledger_entries_member_id_fkey', errcode = 'foreign_key_violation';
  end if;
  if new.balance_after < 0 and new.cause in ('message', 'photo', 'gift') then
    raise exception 'spending stops at zero' using constraint = 'wallets_balance', errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A changed row stays on its page, and needs no new index entries, if the page has room and no index contains a changed
-- column. `lots_open` did, in its predicate; the few lots of a member are found by the key.
drop index lots_open;
alter table lots set (fillfactor = 70);
alter table wallets set (fillfactor = 70);

-- Nothing finds an entry by its id: it is random, so that it tells nothing, and the number is the key.
alter table ledger_entries drop constraint ledger_entries_id;
