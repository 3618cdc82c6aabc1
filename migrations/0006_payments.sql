-- Bundles and their prices by scope of settings and country: small reference tables.
create table bundles (
  scope text not null,
  bundle_id text not null,
  credits int not null,
  position int not null,
  primary key (scope, bundle_id),
  constraint bundles_credits check (credits > 0)
);

create table bundle_prices (
  scope text not null,
  bundle_id text not null,
  country text not null,
  amount int not null,
  currency text not null,
  primary key (scope, bundle_id, country),
  foreign key (scope, bundle_id) references bundles (scope, bundle_id),
  constraint bundle_prices_amount check (amount > 0)
);

insert into bundles (scope, bundle_id, credits, position) values
  ('default', 'small', 50, 1), ('default', 'medium', 120, 2), ('default', 'large', 300, 3), ('default', 'grand', 700, 4);

insert into bundle_prices (scope, bundle_id, country, amount, currency)
select 'default', bundle_id, country, amount, currency
  from (values ('EUR', array[999, 1999, 4499, 9499]), ('USD', array[1099, 2199, 4999, 10499]), ('GBP', array[899, 1699, 3899, 8299]),
               ('CAD', array[1499, 2999, 6799, 14299]), ('PLN', array[4299, 8499, 18999, 39999]), ('AUD', array[1699, 3299, 7499, 15799]),
               ('NZD', array[1799, 3599, 7999, 16999]), ('CHF', array[999, 1990, 4490, 9490]), ('DKK', array[7400, 14900, 33500, 70900]),
               ('NOK', array[11500, 22900, 51900, 109900]), ('SEK', array[11500, 22900, 51900, 109900])) as price (currency, amounts)
  cross join lateral unnest(array['small', 'medium', 'large', 'grand'], amounts) as line (bundle_id, amount)
  join (values ('US', 'USD'), ('NL', 'EUR'), ('BE', 'EUR'), ('FR', 'EUR'), ('IT', 'EUR'), ('ES', 'EUR'), ('DE', 'EUR'), ('AT', 'EUR'), ('IE', 'EUR'),
               ('GB', 'GBP'), ('CA', 'CAD'), ('PL', 'PLN'), ('AU', 'AUD'), ('NZ', 'NZD'), ('CH', 'CHF'), ('DK', 'DKK'), ('FI', 'EUR'), ('NO', 'NOK'),
               ('SE', 'SEK')) as place (country, money) on money = currency;

-- An order and its payment. Price and credits are fixed at insertion, and a completed order never goes back.
create table payments (
  member_id uuid not null references wallets (member_id),
  payment_id uuid not null,
  bundle_id text not null,
  credits int not null,
  amount int not null,
  fee int not null default 0,
  currency text not null,
  method text not null,
  provider text not null,
  provider_payment_id text,
  redirect_url text,
  status text not null,
  created_at timestamptz not null,
  checked_at timestamptz,
  settled_at timestamptz,
  primary key (member_id, payment_id),
  constraint payments_status check (status in ('loading', 'pending', 'completed', 'failed', 'mismatch')),
  constraint payments_amount check (amount > 0 and credits > 0 and fee >= 0)
);
create index payments_open on payments (created_at) where status in ('loading', 'pending', 'failed');

create table provider_payments (
  provider text not null,
  provider_payment_id text not null,
  member_id uuid not null,
  payment_id uuid not null,
  primary key (provider, provider_payment_id)
);

create function refuse_unsettling() returns trigger language plpgsql as $$
begin
  if old.status = 'completed' and new.status <> 'completed' then
    raise exception 'a completed payment stays completed' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
  end if;
  if (new.amount, new.credits, new.currency, new.fee) is distinct from (old.amount, old.credits, old.currency, old.fee) then
    raise exception 'the price of an order is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payments_settled before update on payments for each row execute function refuse_unsettling();
