-- A keyed hash of each mailbox that got start credits. It outlives the account. `again` counts the accounts confirmed
-- with that mailbox since.
create table start_credit_holders (
  holder text not null,
  given_at timestamptz not null,
  again integer not null default 0,
  constraint start_credit_holders_pkey primary key (holder),
  constraint start_credit_holders_again check (again >= 0)
);
create index start_credit_holders_given on start_credit_holders (given_at);

-- An entry moves credits from one account to another in one row, so that an unbalanced entry cannot be written. Only
-- the trigger of an insert changes a balance.
create table wallets (
  member_id uuid not null,
  balance integer not null default 0,
  debt_max integer not null default 0,
  constraint wallets_pkey primary key (member_id),
  constraint wallets_member_id_fkey foreign key (member_id) references members (member_id),
  constraint wallets_balance check (balance >= -debt_max),
  constraint wallets_debt check (debt_max >= 0)
);

create function refuse_direct_balance() returns trigger language plpgsql as $$
begin
  if new.balance <> old.balance and pg_trigger_depth() < 2 then
    raise exception 'a balance changes only by a ledger entry' using constraint = 'wallets_by_ledger', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger wallets_by_ledger before update on wallets for each row execute function refuse_direct_balance();

create function refuse_opening_balance() returns trigger language plpgsql as $$
begin
  if new.balance <> 0 then
    raise exception 'a wallet opens empty' using constraint = 'wallets_by_ledger', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger wallets_open_empty before insert on wallets for each row execute function refuse_opening_balance();

create table ledger_entries (
  member_id uuid not null,
  entry_id uuid not null,
  number integer not null,
  from_account text not null,
  to_account text not null,
  amount integer not null,
  cause text not null,
  cause_id text not null,
  other_id uuid,
  payment_id uuid,
  balance_after integer not null,
  created_at timestamptz not null,
  constraint ledger_entries_pkey primary key (member_id, number),
  constraint ledger_entries_cause unique (member_id, cause, cause_id),
  constraint ledger_entries_id unique (member_id, entry_id),
  constraint ledger_entries_member_id_fkey foreign key (member_id) references wallets (member_id),
  constraint ledger_entries_accounts check (
    from_account in ('member', 'sales', 'free_credits', 'usage') and to_account in ('member', 'sales', 'free_credits', 'usage')),
  constraint ledger_entries_amount check (amount > 0),
  -- The cause must fit the accounts: spending never goes to `sales`, and a purchase never comes from `usage`.
  constraint ledger_entries_direction check (
  case cause
    when 'purchase' then from_account = 'sales' and to_account = 'member'
    when 'signup' then from_account = 'free_credits' and to_account = 'member'
    when 'signup_undone' then from_account = 'member' and to_account = 'free_credits'
    when 'bonus' then from_account = 'free_credits' and to_account = 'member'
    when 'returned' then from_account = 'usage' and to_account = 'member'
    when 'refund' then from_account = 'member' and to_account = 'sales'
    when 'chargeback' then from_account = 'member' and to_account = 'sales'
    when 'refund_undone' then from_account = 'sales' and to_account = 'member'
    when 'chargeback_undone' then from_account = 'sales' and to_account = 'member'
    else from_account = 'member' and to_account = 'usage'
  end),
  constraint ledger_entries_known_cause check (
  cause in ('signup', 'signup_undone', 'purchase', 'message', 'photo', 'gift', 'returned', 'refund', 'chargeback', 'refund_undone', 'chargeback_undone', 'bonus')),
  constraint ledger_entries_sides check ((from_account = 'member') <> (to_account = 'member'))
);

-- The same entries as postings, two per entry, for audits and reports.
create view ledger_postings as
  select member_id, entry_id, from_account as account, -amount as amount, cause, created_at from ledger_entries
  union all
  select member_id, entry_id, to_account, amount, cause, created_at from ledger_entries;

create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();

-- A debt after a chargeback is no credit line: spending stops at zero whatever the wallet's debt_max is.
create function apply_ledger_entry() returns trigger language plpgsql as $$
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
create trigger ledger_entries_apply before insert on ledger_entries for each row execute function apply_ledger_entry();

create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();

-- How many credits of each purchase or free grant are left, and what was paid for them.
create table lots (
  member_id uuid not null,
  lot_id uuid not null,
  free boolean not null,
  payment_id uuid,
  credits integer not null,
  credits_left integer not null,
  price_minor integer not null default 0,
  currency text,
  created_at timestamptz not null,
  constraint lots_pkey primary key (member_id, lot_id),
  constraint lots_member_id_fkey foreign key (member_id) references wallets (member_id),
  constraint lots_free check (free = (payment_id is null)),
  constraint lots_left check (credits_left between 0 and credits)
);
create index lots_open on lots (member_id, free desc, created_at) where credits_left > 0;

create table lot_uses (
  member_id uuid not null,
  entry_id uuid not null,
  lot_id uuid not null,
  credits integer not null,
  constraint lot_uses_pkey primary key (member_id, entry_id, lot_id),
  constraint lot_uses_member_id_lot_id_fkey foreign key (member_id, lot_id) references lots (member_id, lot_id),
  constraint lot_uses_credits check (credits > 0)
);
