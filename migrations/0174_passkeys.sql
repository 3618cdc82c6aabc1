set local lock_timeout = '10s';

-- Keys with which members log in without a password. The private half never leaves the device. What members tell their keys
-- apart by is words of fixed lists: who keeps the key, and browser and system with which it was added; empty where unknown.
create table passkeys (
  member_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  keeper text not null default '',
  browser text not null default '',
  system text not null default '',
  created_at timestamptz not null,
  used_at timestamptz,
  constraint passkeys_pkey primary key (member_id, credential_id)
);

-- What a device has to sign: once, within minutes, at one host, and to add a passkey in one session.
create table passkey_challenges (
  challenge_hash bytea not null,
  host text not null,
  session_hash bytea,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (challenge_hash)
);
