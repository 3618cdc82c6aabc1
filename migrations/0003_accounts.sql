-- Members who have ended their account: hidden at once, erased at `due_at`. A small table that the job reads whole.
-- Reasons are counted by month and name nobody.
create table account_deletions (
  member_id uuid not null,
  left_at timestamptz not null,
  due_at timestamptz not null,
  constraint account_deletions_pkey primary key (member_id)
);
create index account_deletions_due on account_deletions (due_at);

create table account_deletion_reasons (
  month date not null,
  reason text not null,
  members integer not null default 0,
  constraint account_deletion_reasons_pkey primary key (month, reason)
);

-- Sign-ups on discreet sites, until a job opens their accounts. Small and short-lived.
create table sign_up_requests (
  member_id uuid not null,
  site text not null,
  account jsonb not null,
  requested_at timestamptz not null,
  constraint sign_up_requests_pkey primary key (member_id)
);

create table terms_seen (
  applies_at timestamptz not null,
  seen_at timestamptz not null,
  constraint terms_seen_pkey primary key (applies_at)
);

-- Recent attempts that count against a limit: wrong passwords, checks of addresses, requested emails. `subject` is the
-- limit with the id or keyed hash that it protects; `place` is a keyed hash of the attempts' origin.
create table attempts (
  subject text not null,
  place text not null,
  happened_at timestamptz[] not null default '{}',
  blocked_until timestamptz,
  ends_at timestamptz not null,
  constraint attempts_pkey primary key (subject, place)
);
create index attempts_end on attempts (ends_at);

create table member_emails (
  email_key text not null,
  member_id uuid not null,
  -- Set for a former address: nobody else can take it until then.
  kept_until timestamptz,
  constraint member_emails_pkey primary key (email_key)
);
create index member_emails_kept on member_emails (kept_until) where kept_until is not null;

create table member_names (
  name_key text not null,
  member_id uuid not null,
  constraint member_names_pkey primary key (name_key)
);
-- Finds a member's names when one is released.
create index member_names_member on member_names (member_id);

-- Stores only the hash of a session token.
create table sessions (
  token_hash bytea not null,
  member_id uuid not null,
  client text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Help members recognize their sessions: browser and system as words of a fixed list, never the header itself, and
  -- the country if a CDN reports it. Empty if unknown.
  browser text not null default '',
  system text not null default '',
  country text,
  by_link boolean not null default false,
  -- Whether the session was opened with a passkey, which then counts as proof of identity in place of the password.
  by_passkey boolean not null default false,
  constraint sessions_pkey primary key (token_hash),
  constraint sessions_client check (client in ('web', 'app'))
);
create index sessions_member on sessions (member_id);

-- Tokens in emails. Only the newest token of a purpose is valid.
create table tokens (
  token_hash bytea not null,
  member_id uuid not null,
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The address change that the link confirms or undoes.
  change_id uuid,
  constraint tokens_pkey primary key (token_hash),
  constraint tokens_purpose check (purpose in ('activation', 'reset', 'reactivation', 'mail-change', 'mail-revert', 'login-link'))
);
create index tokens_member on tokens (member_id, purpose, created_at desc);

-- A challenge for a device to sign: valid once, for minutes, at one host, and for adding a passkey in one session only.
create table passkey_challenges (
  challenge_hash bytea not null,
  host text not null,
  session_hash bytea,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (challenge_hash)
);

-- Primary keys of a member's data start with member_id. Unique names and addresses have lookup tables of their own.
create table members (
  member_id uuid not null,
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
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  sensitive_consent_version text,
  sensitive_consent_at timestamptz,
  tracking jsonb,
  -- Another request sends the reset link again while it works: its token is derived from this id and the installation's
  -- secret.
  reset_link_id uuid,
  reset_link_at timestamptz,
  -- The filters that the member used last, as a search query. Null before the first search.
  search jsonb,
  notifications_off jsonb not null default '{}',
  discreet_mail boolean not null default false,
  -- Whether emails to the member's address bounce. The member is told even if all kinds of email were off before.
  address_failed boolean not null default false,
  next_country text,
  next_country_from timestamptz,
  constraint members_pkey primary key (member_id),
  constraint members_confirmed check (status <> 'active' or confirmed_at is not null),
  constraint members_status check (status in ('not_confirmed', 'active', 'pending_deletion', 'banned', 'deleted'))
);
create index members_by_country on members (country, member_id) where status = 'active';
-- Lists the new members of a country.
create index members_joined on members (country, signup_at) where status = 'active';

create function note_gone_member() returns trigger language plpgsql as $$
begin
  insert into gone_members (member_id, gone_at) values (new.member_id, now()) on conflict (member_id) do nothing;
  return null;
end $$;
create trigger members_gone after update of status on members for each row
  when (new.status in ('banned', 'deleted') and old.status is distinct from new.status)
  execute function note_gone_member();

-- A banned or deleted account is never visible, whoever changes its status.
create function hide_profile_of_gone_member() returns trigger language plpgsql as $$
begin
  if new.status in ('pending_deletion', 'banned', 'deleted') then
    update profiles set status = 'hidden' where member_id = new.member_id;
  elsif old.status in ('pending_deletion', 'banned', 'deleted') then
    update profiles set status = case when new.status = 'active' then 'active' else 'disabled' end where member_id = new.member_id;
  end if;
  return null;
end $$;
create trigger members_hide_profile after update of status on members
  for each row when (old.status is distinct from new.status) execute function hide_profile_of_gone_member();

-- A new address has not failed yet. A trigger resets it, because not every change of address knows about bounces.
create function begin_with_new_address() returns trigger language plpgsql as $$
begin
  new.address_failed := false;
  new.notifications_off := (
    select coalesce(jsonb_object_agg(kind, reason), '{}')
      from jsonb_each_text(new.notifications_off) as off (kind, reason) where reason <> 'bounce');
  return new;
end $$;
create trigger members_new_address before update of email on members
  for each row when (old.email <> new.email) execute function begin_with_new_address();

-- A change of address: requested, and done when the link to the new address is used. For 72 hours after that, nobody
-- else can take the former address, and its owner can restore it. Each former address has its own row and link.
create table mail_changes (
  member_id uuid not null,
  change_id uuid not null,
  old_email text not null,
  new_email text not null,
  asked_at timestamptz not null,
  done_at timestamptz,
  refused_at timestamptz,
  constraint mail_changes_pkey primary key (member_id, change_id)
);
create index mail_changes_done on mail_changes (done_at) where done_at is not null;
create index mail_changes_open on mail_changes (asked_at) where done_at is null;

-- Passkeys. The private half never leaves the device. Members tell their passkeys apart by words of fixed lists: who
-- keeps the key, and the browser and system with which it was added. Empty if unknown.
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

-- Consents that a member gave or withdrew, one append-only row each. They are deleted with an account that cannot come
-- back.
create table consents (
  member_id uuid not null,
  consent_id uuid not null,
  subject text not null,
  given boolean not null,
  -- Version of the accepted text, and the hash of its sentences in that language.
  version text,
  text_hash text,
  language text,
  way text not null,
  browser text not null,
  system text not null,
  country text,
  noted_at timestamptz not null,
  constraint consents_pkey primary key (member_id, consent_id),
  constraint consents_subject check (subject in ('terms', 'sensitive', 'new_conversations',
  'new_messages', 'like', 'unread_message_reminders', 'promotions', 'weekly_updates', 'news', 'reminders', 'push',
  'push_new_messages', 'push_new_conversations', 'push_like', 'visitor_photo')),
  constraint consents_text check ((text_hash is null) = (language is null)),
  constraint consents_way check (way in ('page', 'link', 'spam'))
);

create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from members where member_id = old.member_id and status = 'deleted') then
    return old;
  end if;
  raise exception 'consents are append-only' using constraint = 'consents_append_only', errcode = 'integrity_constraint_violation';
end $$;
create trigger consents_append_only before update or delete on consents for each row execute function refuse_consent_change();

create trigger consents_no_truncate before truncate on consents for each statement execute function refuse_change();

-- Reports of mail servers about emails to a member. The hour of an email identifies it, so that each report counts
-- once; a hash of the address tells which one failed. Rows are deleted once no report about their email counts any
-- more.
create table mail_failures (
  member_id uuid not null,
  sent_at timestamptz not null,
  -- `hard`: the address does not exist. `spam`: its reader complained. `soft`: everything else.
  trouble text not null,
  address bytea not null,
  noted_at timestamptz not null,
  constraint mail_failures_pkey primary key (member_id, sent_at, trouble),
  constraint mail_failures_member_id_fkey foreign key (member_id) references members,
  constraint mail_failures_trouble check (trouble in ('hard', 'soft', 'spam'))
);
create index mail_failures_sent_at on mail_failures (sent_at);

-- Members who were warned by mail that their unused account ends, and when.
create table inactivity_warnings (
  member_id uuid not null,
  warned_at timestamptz not null,
  constraint inactivity_warnings_pkey primary key (member_id)
);

create table dismissed_alerts (
  member_id uuid not null,
  name text not null,
  dismissed_at timestamptz not null,
  constraint dismissed_alerts_pkey primary key (member_id, name)
);

-- Members who were told about a version of the terms, by the time from which it applies: when their email was planned,
-- which happens once, and when they dismissed the alert on the pages.
create table terms_announcements (
  member_id uuid not null,
  applies_at timestamptz not null,
  planned_at timestamptz,
  dismissed_at timestamptz,
  constraint terms_announcements_pkey primary key (member_id, applies_at)
);
