-- A row of ledger_entries moves credits from one account to another, so a one-sided or unbalanced entry cannot be written:
-- both sides are one row and sum to zero by construction. A trigger changes the balance with the entry; nothing else can.
create table wallets (
  member_id uuid primary key references members (member_id),
  balance int not null default 0,
  debt_max int not null default 0,
  constraint wallets_balance check (balance >= -debt_max),
  constraint wallets_debt check (debt_max >= 0)
);

create table ledger_entries (
  member_id uuid not null references wallets (member_id),
  entry_id uuid not null,
  number int not null,
  from_account text not null,
  to_account text not null,
  amount int not null,
  cause text not null,
  cause_id text not null,
  other_id uuid,
  payment_id uuid,
  balance_after int not null,
  created_at timestamptz not null,
  primary key (member_id, number),
  constraint ledger_entries_id unique (member_id, entry_id),
  constraint ledger_entries_cause unique (member_id, cause, cause_id),
  constraint ledger_entries_amount check (amount > 0),
  constraint ledger_entries_sides check ((from_account = 'member') <> (to_account = 'member')),
  constraint ledger_entries_accounts check (
    from_account in ('member', 'sales', 'gifts_of_the_house', 'usage') and to_account in ('member', 'sales', 'gifts_of_the_house', 'usage')),
  constraint ledger_entries_known_cause check (
    cause in ('signup', 'purchase', 'message', 'photo', 'gift', 'returned', 'refund', 'chargeback', 'bonus'))
);

create function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update wallets
     set balance = balance + case when new.to_account = 'member' then new.amount else -new.amount end
   where member_id = new.member_id
   returning balance into new.balance_after;
  if not found then
    raise exception 'no wallet' using constraint = 'ledger_entries_member_id_fkey', errcode = 'foreign_key_violation';
  end if;
  select coalesce(max(number), 0) + 1 into new.number from ledger_entries where member_id = new.member_id;
  return new;
end $$;
create trigger ledger_entries_apply before insert on ledger_entries for each row execute function apply_ledger_entry();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using constraint = 'ledger_append_only', errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();

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

-- The same entries as postings, two per entry, for audits and reports.
create view ledger_postings as
  select member_id, entry_id, from_account as account, -amount as amount, cause, created_at from ledger_entries
  union all
  select member_id, entry_id, to_account, amount, cause, created_at from ledger_entries;

-- Lots: how many credits are left of each purchase or free grant, and what was paid for them.
create table lots (
  member_id uuid not null references wallets (member_id),
  lot_id uuid not null,
  free boolean not null,
  payment_id uuid,
  credits int not null,
  credits_left int not null,
  price_minor int not null default 0,
  currency text,
  created_at timestamptz not null,
  primary key (member_id, lot_id),
  constraint lots_left check (credits_left between 0 and credits),
  constraint lots_free check (free = (payment_id is null))
);
create index lots_open on lots (member_id, free desc, created_at) where credits_left > 0;

create table lot_uses (
  member_id uuid not null,
  entry_id uuid not null,
  lot_id uuid not null,
  credits int not null,
  primary key (member_id, entry_id, lot_id),
  foreign key (member_id, lot_id) references lots (member_id, lot_id),
  constraint lot_uses_credits check (credits > 0)
);
