create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using constraint = 'ledger_append_only', errcode = 'integrity_constraint_violation';
end $$;

-- The environment that the database belongs to, in one row, so that no other process works on it by mistake.
create table installation (
  one boolean not null default true,
  -- When production first started. From then on, no other environment starts on this database.
  production_since timestamptz,
  -- Of production: a fingerprint of SECRET, and the id of the folder of photos and erasures.
  secret_hash text,
  folder_id text,
  -- Whether the payments of this database are tests (PAYMENTS_TEST), so that test credits never count on a site that
  -- takes money. Null until production first starts.
  payments_test boolean,
  constraint installation_pkey primary key (one),
  constraint installation_one check (one)
);

-- Rate limits that hold across nodes and restarts, in the layout of rate-limiter-flexible.
create table rate_limits (
  key varchar(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey primary key (key)
);

-- The first response of a call under an idempotency key, kept for eight days.
create table idempotency_keys (
  member_id uuid not null,
  key uuid not null,
  operation text not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (member_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

insert into installation default values;
