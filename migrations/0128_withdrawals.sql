-- Withdrawal from a purchase. Its credits go when it is confirmed; the money follows when the provider has refunded it.
set local lock_timeout = '10s';

-- `withdrawn`: the returned total, in minor units, that credits were taken for already. `waived`: how many fewer credits
-- are taken for it than it had bought, because a withdrawal never takes credits that are spent.
alter table payments
  add column withdrawn integer not null default 0,
  add column waived integer not null default 0;
alter table payments
  add constraint payments_withdrawn check (withdrawn between 0 and amount + fee and waived between 0 and credits);

create table withdrawals (
  member_id uuid not null,
  withdrawal_id uuid not null,
  payment_id uuid not null,
  state text not null,
  -- What is paid back, in minor units, and the credits that were taken for it.
  amount integer not null,
  credits integer not null,
  -- When the buyer declared it.
  declared_at timestamptz not null,
  confirmed_at timestamptz not null,
  -- The provider's id of the refund.
  refund_id text,
  -- When the provider was first asked for the refund.
  asked_at timestamptz,
  settled_at timestamptz,
  constraint withdrawals_pkey primary key (member_id, withdrawal_id),
  constraint withdrawals_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint withdrawals_state check (state in ('confirmed', 'refunding', 'by_hand', 'refunded', 'failed')),
  constraint withdrawals_amount check (amount > 0 and credits >= 0)
);

-- One purchase is withdrawn from once, unless the refund failed.
create unique index withdrawals_once on withdrawals (member_id, payment_id) where state <> 'failed';

create function refuse_other_withdrawal() returns trigger language plpgsql as $$
begin
  if (new.member_id, new.withdrawal_id, new.payment_id, new.amount, new.credits, new.declared_at, new.confirmed_at)
     is distinct from
     (old.member_id, old.withdrawal_id, old.payment_id, old.amount, old.credits, old.declared_at, old.confirmed_at)
     or old.state = 'failed' and new.state <> 'failed' then
    raise exception 'what was confirmed stays' using constraint = 'withdrawals_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger withdrawals_frozen before update on withdrawals for each row execute function refuse_other_withdrawal();
create trigger withdrawals_kept before delete on withdrawals for each row execute function refuse_change();

-- What support has to do: refunds that the provider cannot make.
create table withdrawal_tasks (
  withdrawal_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null,
  constraint withdrawal_tasks_pkey primary key (withdrawal_id)
);

-- Declarations of the form that needs no login.
create table withdrawal_requests (
  request_id uuid not null,
  site text not null,
  language text not null,
  name text not null,
  email text not null,
  order_number text not null,
  ordered_on text not null,
  declaration text not null,
  received_at timestamptz not null,
  state text not null,
  member_id uuid,
  payment_id uuid,
  constraint withdrawal_requests_pkey primary key (request_id),
  constraint withdrawal_requests_state check (state in ('received', 'asked', 'confirmed', 'support', 'closed')),
  constraint withdrawal_requests_match check ((member_id is null) = (payment_id is null))
);
create index withdrawal_requests_open on withdrawal_requests (received_at) where state in ('received', 'support');
