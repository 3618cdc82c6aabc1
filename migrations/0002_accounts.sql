-- Primary keys of a member's data start with member_id; unique names and addresses have lookup tables of their own.
create table members (
  member_id uuid primary key,
  site text not null,
  email text not null,
  name text not null,
  password_hash text not null,
  status text not null,
  confirmed_at timestamptz,
  language text not null,
  country text not null,
  signup_at timestamptz not null,
  paid_at timestamptz,
  notifications_disabled text[] not null default '{}',
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  sensitive_consent_version text,
  sensitive_consent_at timestamptz,
  tracking jsonb,
  constraint members_status check (status in ('not_confirmed', 'active', 'pending_deletion', 'banned', 'deleted')),
  constraint members_confirmed check (status <> 'active' or confirmed_at is not null)
);

create table member_emails (
  email_key text primary key,
  member_id uuid not null
);

create table member_names (
  name_key text primary key,
  member_id uuid not null
);

-- Only the hash of a session token is stored.
create table sessions (
  token_hash bytea primary key,
  member_id uuid not null,
  client text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sessions_client check (client in ('web', 'app'))
);
create index sessions_member on sessions (member_id);

-- Tokens in e-mails, for activation and password reset. Only the newest token of a purpose is valid.
create table tokens (
  token_hash bytea primary key,
  member_id uuid not null,
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint tokens_purpose check (purpose in ('activation', 'reset'))
);
create index tokens_member on tokens (member_id, purpose, created_at desc);

-- The first answer of a call under an idempotency key, kept for eight days.
create table idempotency_keys (
  member_id uuid not null,
  key uuid not null,
  operation text not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
