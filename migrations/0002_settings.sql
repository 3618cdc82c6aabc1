-- Settings are inherited: default, then niche, then domain. A small reference table.
create table setting_scopes (
  scope text not null,
  values jsonb not null default '{}',
  constraint setting_scopes_pkey primary key (scope),
  constraint setting_scopes_scope check (scope = 'default' or scope like 'niche:%' or scope like 'domain:%')
);

create table domains (
  host text not null,
  niche integer not null default 1,
  constraint domains_pkey primary key (host),
  constraint domains_niche check (niche between 1 and 7)
);

-- Bundles and their prices, by scope of settings and country. Small reference tables.
create table bundles (
  scope text not null,
  bundle_id text not null,
  credits integer not null,
  position integer not null,
  constraint bundles_pkey primary key (scope, bundle_id),
  constraint bundles_credits check (credits > 0)
);

create table bundle_prices (
  scope text not null,
  bundle_id text not null,
  country text not null,
  amount integer not null,
  currency text not null,
  valid_from timestamptz not null default now(),
  constraint bundle_prices_pkey primary key (scope, bundle_id, country, valid_from),
  constraint bundle_prices_scope_bundle_id_fkey foreign key (scope, bundle_id) references bundles (scope, bundle_id),
  constraint bundle_prices_amount check (amount > 0)
);

create function refuse_price_change() returns trigger language plpgsql as $$
begin
  if old.valid_from <= now() then
    raise exception 'a price that has begun stays: add a new one with its valid_from'
      using constraint = 'bundle_prices_history', errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;
create trigger bundle_prices_history before update or delete on bundle_prices for each row execute function refuse_price_change();

insert into setting_scopes (scope) values ('default');

insert into bundles (scope, bundle_id, credits, position) values
  ('default', 'small', 50, 1), ('default', 'medium', 120, 2), ('default', 'large', 300, 3), ('default', 'grand', 700, 4);

insert into bundle_prices (scope, bundle_id, country, amount, currency, valid_from)
select 'default', bundle_id, country, amount, currency, '2000-01-01Z'
  from (values ('EUR', array[999, 1999, 4499, 9499]), ('USD', array[1099, 2199, 4999, 10499]), ('GBP', array[899, 1699, 3899, 8299]),
               ('CAD', array[1499, 2999, 6799, 14299]), ('PLN', array[4299, 8499, 18999, 39999]), ('AUD', array[1699, 3299, 7499, 15799]),
               ('NZD', array[1799, 3599, 7999, 16999]), ('CHF', array[999, 1990, 4490, 9490]), ('DKK', array[7400, 14900, 33500, 70900]),
               ('NOK', array[11500, 22900, 51900, 109900]), ('SEK', array[11500, 22900, 51900, 109900])) as price (currency, amounts)
  cross join lateral unnest(array['small', 'medium', 'large', 'grand'], amounts) as line (bundle_id, amount)
  join (values ('US', 'USD'), ('NL', 'EUR'), ('BE', 'EUR'), ('FR', 'EUR'), ('IT', 'EUR'), ('ES', 'EUR'), ('DE', 'EUR'), ('AT', 'EUR'), ('IE', 'EUR'),
               ('GB', 'GBP'), ('CA', 'CAD'), ('PL', 'PLN'), ('AU', 'AUD'), ('NZ', 'NZD'), ('CH', 'CHF'), ('DK', 'DKK'), ('FI', 'EUR'), ('NO', 'NOK'),
               ('SE', 'SEK')) as place (country, money) on money = currency;
