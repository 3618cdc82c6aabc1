-- Of a site's scopes (as in `bundles`), the most specific one that has the code wins. `minimum` is in minor units of
-- `currency`. A code without a country applies in all; a code with a member is personal.
create table discount_codes (
  code text not null,
  scope text not null,
  percentage integer not null,
  minimum integer not null default 0,
  currency text,
  country text,
  member_id uuid,
  valid_from timestamptz not null,
  valid_until timestamptz,
  ended_at timestamptz,
  uses_max integer,
  member_uses_max integer not null default 1,
  uses integer not null default 0,
  created_at timestamptz not null,
  constraint discount_codes_pkey primary key (code, scope),
  constraint discount_codes_minimum check (minimum = 0 or minimum > 0 and currency is not null),
  constraint discount_codes_percentage check (percentage between 1 and 100),
  constraint discount_codes_spelling check (code ~ '^[A-Z0-9-]{4,40}$'),
  constraint discount_codes_uses check (uses >= 0 and (uses_max is null or uses <= uses_max) and member_uses_max > 0)
);
-- Finds the personal codes of a member.
create index discount_codes_personal on discount_codes (member_id) where member_id is not null;

-- Recognizes a person with several accounts by keyed hashes of their mailbox and means of payment. Each hash uses a
-- one-time discount once.
create table discount_redeemers (
  redeemer text not null,
  slot text not null,
  member_id uuid not null,
  payment_id uuid not null,
  constraint discount_redeemers_pkey primary key (redeemer, slot)
);

-- The discount of an order; an order has at most one. `slot` is what a use consumes: a code of a scope, or the discount
-- on the first purchase, whatever its name. `number` counts a member's uses. An order that fails releases its discount.
create table discount_claims (
  member_id uuid not null,
  payment_id uuid not null,
  slot text not null,
  number integer not null,
  code text not null,
  scope text,
  redeemers text[] not null,
  claimed_at timestamptz not null,
  released_at timestamptz,
  constraint discount_claims_pkey primary key (member_id, payment_id),
  constraint discount_claims_payment_fkey foreign key (member_id, payment_id) references payments (member_id, payment_id),
  constraint discount_claims_number check (number > 0)
);
create unique index discount_claims_once on discount_claims (member_id, slot, number) where released_at is null;

-- Created once for a member. It begins with the sign-up and lasts four hours.
create table time_bonuses (
  member_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  dismissed_at timestamptz,
  constraint time_bonuses_pkey primary key (member_id),
  constraint time_bonuses_window check (ends_at = starts_at + interval '14400 seconds')
);

create function refuse_restart() returns trigger language plpgsql as $$
begin
  if (new.member_id, new.starts_at, new.ends_at) is distinct from (old.member_id, old.starts_at, old.ends_at) then
    raise exception 'a time bonus is never restarted' using constraint = 'time_bonuses_once', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger time_bonuses_once before update on time_bonuses for each row execute function refuse_restart();

-- The discount for a member who is about to delete their account: once, with a fixed end.
create table last_offers (
  member_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint last_offers_pkey primary key (member_id),
  constraint last_offers_window check (ends_at > starts_at)
);
