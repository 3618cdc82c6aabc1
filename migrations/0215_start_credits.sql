-- Start credits are once for a mailbox. An account gets them when it is opened; when its address is confirmed, the mailbox
-- claims them, and an account whose mailbox has had them before gives back what is left.
set local lock_timeout = '10s';

-- A keyed hash of each mailbox that claimed them, and nothing else of it: it outlives the account. `again` counts further
-- accounts that were confirmed with it since.
create table start_credit_holders (
  holder text not null,
  given_at timestamptz not null,
  again integer not null default 0,
  constraint start_credit_holders_pkey primary key (holder),
  constraint start_credit_holders_again check (again >= 0)
);
create index start_credit_holders_given on start_credit_holders (given_at);

-- The rows that are there are looked at by 0216, which holds nobody up.
alter table ledger_entries drop constraint ledger_entries_known_cause;
alter table ledger_entries add constraint ledger_entries_known_cause check (
  cause in ('signup', 'signup_undone', 'purchase', 'message', 'photo', 'gift', 'returned', 'refund', 'chargeback', 'refund_undone', 'chargeback_undone', 'bonus')) not valid;
alter table ledger_entries drop constraint ledger_entries_direction;
alter table ledger_entries add constraint ledger_entries_direction check (
  case cause
    when 'purchase' then from_account = 'sales' and to_account = 'member'
    when 'signup' then from_account = 'gifts_of_the_house' and to_account = 'member'
    when 'signup_undone' then from_account = 'member' and to_account = 'gifts_of_the_house'
    when 'bonus' then from_account = 'gifts_of_the_house' and to_account = 'member'
    when 'returned' then from_account = 'usage' and to_account = 'member'
    when 'refund' then from_account = 'member' and to_account = 'sales'
    when 'chargeback' then from_account = 'member' and to_account = 'sales'
    when 'refund_undone' then from_account = 'sales' and to_account = 'member'
    when 'chargeback_undone' then from_account = 'sales' and to_account = 'member'
    else from_account = 'member' and to_account = 'usage'
  end) not valid;
