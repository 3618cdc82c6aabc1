-- Prices with a history: a discount is computed from the lowest price of the last 30 days. The price in force is the
-- latest one that has begun. A price that has begun is never changed; a new one is added.
set local lock_timeout = '10s';

alter table bundle_prices add column valid_from timestamptz not null default '2000-01-01T00:00:00Z';
alter table bundle_prices alter column valid_from set default now();
alter table bundle_prices drop constraint bundle_prices_pkey;
alter table bundle_prices add constraint bundle_prices_pkey primary key (scope, bundle_id, country, valid_from);

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
