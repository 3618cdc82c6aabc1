-- The migrations that may not change any more, by their SHA-256.
-- d6e0cce27cde0a0ef6bce6e3bc04d5e0b0a79a0230fb0183acb52f7a18b01691  0001_platform.sql
-- d70874f75ee10bc1278e81e20d070ff62749ee26dfc240f41fcafa47b24e84c3  0002_settings.sql
-- 15ca54d683c498ce421cbe5b719408396dd9097de6afb665ac8d605ea1eb7866  0003_accounts.sql
-- 1670dd354d0a91663d43797140ca0cfbb4e50cd406edde3964b8873f9cac5ae3  0004_members.sql
-- 322af5ba268058aedb2ffd3e4107c457bb4418682a8bddddb1b79ee50054439d  0005_photos.sql
-- 8046fec29b0efc74957cd0e9db6b25a94d37ef32bb4ede2fcffb4343b5082b29  0006_likes.sql
-- 64c7af91306a436d0d050dce64e9dd35eb664518d4e0b456292f7d742fcad1d8  0007_credits.sql
-- a47121eba12b146ce710824bb82c76d2c1997db951c479115271a84c24fcda94  0008_payments.sql
-- fda67471946b7982a2dae9b029ff37afa90c7f7569581e6500be900b5d66fbd7  0009_discounts.sql
-- 9cfd5fc41429d26868265f83a9b18a0df17e8932473f2e7866ef51b697101769  0010_chat.sql
-- 1d8e8000a32596958207106622b621377d19e949d4bf1d3a6821e42584f7fd3a  0011_notifications.sql
-- 102d492f2bd3f49240882e0812092f2f8bcf2b992e5a4bcc9c3af03316f76e3b  0012_support.sql
-- 859589a15f38f4307a5e8fa635a3f5bede832b7cd099338f98850c2d4ff6993f  0013_staff.sql
-- 55264951c1ce1b2275edaed1d6351b65535ff4be7d07085643a2b14b5eaec0d2  0014_sources.sql
-- bf79b50f06021b128a9921b82d508fd8c32ac24793d0920eeb1e3c7afd7f24fe  0015_export.sql
-- 77c8eeb4e10926aa443fbf216597e39fdc169d3674a1936acbc68a839fbd1e2b  0016_erasure.sql
-- f9630975624929ebb6206c5885689123c2100073287e301eba56f67c8baaef95  0017_offers.sql
-- da3b4af85854b0ac67985dca0f2d310fc32c7e176b15f8ea7fd01d941d7a4018  0018_staff_acts.sql
-- c0df14c6303e0f0430297f75958a46718aaa477050c080cd7baca5fdd2956800  0019_requests.sql
-- 38836102348ef1ec3325e294bb4d2398e1c6c83e7dfcb5e4a6c1b56e12509461  0020_terms.sql
-- 8e6bb581d54ba33e1408d74fb1f35bf0e9b12fee28ab25edd54c06529e94ea48  0021_spoken_languages.sql
-- 93300b7a5b3c5dd89acbabb707ad7adb20f7b1ec63b2794bd44dae265ca33155  0022_pause.sql
-- f3e83ce7efea51ee49fbf61703629c01308ab2c958a3dfdd4c7574c151df4d98  0023_lean_chat.sql
-- e7f8a4b4b7c88ce86f7aa87c17413b29f441cb82d2be5cb128bd509071336072  0024_lean_ledger.sql
-- 93612d3925dce2909e3511978a3d7ed29b9995f49de73c8b494b1209eca88a1d  0025_search_replica.sql
-- 5b6810589b8696136a63cf4c3f5fa8c635cfe6e4056a79c79ba657eef6674e97  0026_keyed_charges.sql
-- 65c384760bbbf48162fcdfb6987a03fa79ccad90bb6e16fe7b806345b395d3ce  0027_results_from_charges.sql
-- 8cbce98528ab48f705936c8c9f3263a5ab9a8881d658eae056930e932c8f451f  0028_restores.sql
-- f48e0ba3b4f5f841fcfde13447d68cd7eebf14e8490c3a102530aa9d01e52a27  0029_unowned_pictures.sql
-- e2745a6715f06fc108c3f87a3a07dd71c3d5274678221be694e75ce303c26c35  0030_sessions_by_member.sql
-- ef1ee04927cbaf97d5c8e5f628b70ce04fa50ce0c63df350230bc11d3eb59480  0031_sessions_key.sql

-- The result of migrations/, written and checked by tests/schema.test.ts. Do not edit.

create table account_deletion_reasons (
  month date not null,
  reason text not null,
  members integer not null default 0
);
create table account_deletions (
  member_id uuid not null,
  left_at timestamp with time zone not null,
  due_at timestamp with time zone not null
);
create table attempts (
  subject text not null,
  place text not null,
  happened_at timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  blocked_until timestamp with time zone,
  ends_at timestamp with time zone not null
);
create table blocked_by (
  member_id uuid not null,
  by_id uuid not null,
  created_at timestamp with time zone not null
);
create table blocks (
  member_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp with time zone not null
);
create table bundle_prices (
  scope text not null,
  bundle_id text not null,
  country text not null,
  amount integer not null,
  currency text not null,
  valid_from timestamp with time zone not null default now()
);
create table bundles (
  scope text not null,
  bundle_id text not null,
  credits integer not null,
  position integer not null
);
create table call_results (
  member_id uuid not null,
  key uuid not null,
  operation text not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamp with time zone not null
);
create table chat_photos (
  conversation_id uuid not null,
  photo_id uuid not null,
  sender_id uuid not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null
);
create table complaint_answers (
  number text not null,
  position integer not null,
  text text not null,
  answered_at timestamp with time zone not null
);
create table complaint_evidence (
  number text not null,
  position integer not null,
  kind text not null,
  content jsonb not null,
  picture_hash text
);
create table complaint_files (
  number text not null,
  position integer not null,
  kind text not null,
  sha256 text not null,
  content bytea not null
);
create table complaints (
  number text not null,
  kind text not null,
  reason text,
  reporter_id uuid,
  about_id uuid,
  site text not null,
  language text not null,
  name text not null,
  email text not null,
  text text not null,
  url text not null,
  received_at timestamp with time zone not null,
  outcome text,
  closed_at timestamp with time zone,
  email_key text,
  receipt boolean not null default true,
  contests text,
  action text
);
create table consents (
  member_id uuid not null,
  consent_id uuid not null,
  subject text not null,
  given boolean not null,
  version text,
  text_hash text,
  language text,
  way text not null,
  browser text not null,
  system text not null,
  country text,
  noted_at timestamp with time zone not null
);
create table conversation_pairs (
  low_id uuid not null,
  high_id uuid not null,
  conversation_id uuid not null
);
create table conversations (
  conversation_id uuid not null,
  starter_id uuid not null,
  receiver_id uuid not null,
  last_seq integer not null default 0,
  created_at timestamp with time zone not null,
  closed_seq integer
) with (fillfactor=70);
create table daily_picks (
  member_id uuid not null,
  evening date not null,
  picked_ids uuid[] not null
);
create table debit_subjects (
  subject text not null,
  blocked_at timestamp with time zone
);
create table debit_uses (
  subject text not null,
  payment_id uuid not null,
  member_id uuid not null,
  amount integer not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone
);
create table debits (
  member_id uuid not null,
  debit_id uuid not null,
  bundle_id text not null,
  amount integer not null,
  currency text not null,
  discount_code text,
  begin_at_once boolean not null,
  language text not null,
  site text not null,
  holder text not null,
  iban_hash text not null,
  iban_country text not null,
  iban_last text not null,
  phone_hash text not null,
  phone_last text not null,
  sealed bytea,
  code_number integer not null default 0,
  code_at timestamp with time zone,
  tries integer not null default 0,
  reference text not null,
  creditor text not null,
  creditor_id text not null,
  mandate_text text not null,
  collect_on date not null,
  signed_at timestamp with time zone,
  provider text,
  mandate_id text,
  payment_id uuid,
  created_at timestamp with time zone not null,
  refused_at timestamp with time zone
);
create table digests (
  member_id uuid not null,
  kind text not null,
  opened_on date not null,
  planned_at timestamp with time zone not null,
  about text
);
create table discount_claims (
  member_id uuid not null,
  payment_id uuid not null,
  slot text not null,
  number integer not null,
  code text not null,
  scope text,
  redeemers text[] not null,
  claimed_at timestamp with time zone not null,
  released_at timestamp with time zone
);
create table discount_codes (
  code text not null,
  scope text not null,
  percentage integer not null,
  minimum integer not null default 0,
  currency text,
  country text,
  member_id uuid,
  valid_from timestamp with time zone not null,
  valid_until timestamp with time zone,
  ended_at timestamp with time zone,
  uses_max integer,
  member_uses_max integer not null default 1,
  uses integer not null default 0,
  created_at timestamp with time zone not null
);
create table discount_redeemers (
  redeemer text not null,
  slot text not null,
  member_id uuid not null,
  payment_id uuid not null
);
create table dismissed_alerts (
  member_id uuid not null,
  name text not null,
  dismissed_at timestamp with time zone not null
);
create table domains (
  host text not null,
  niche integer not null default 1
);
create table drafts (
  member_id uuid not null,
  other_id uuid not null,
  text text not null,
  written_at timestamp with time zone not null
);
create table erasures (
  member_hash text not null,
  erased_at timestamp with time zone not null
);
create table evidence_pictures (
  picture_hash text not null,
  content bytea not null
);
create table exports (
  member_id uuid not null,
  export_id uuid not null,
  asked_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  size bigint,
  fetched_at timestamp with time zone
);
create table gift_answers (
  conversation_id uuid not null,
  seq integer not null,
  member_id uuid not null,
  answer smallint not null,
  answered_at timestamp with time zone not null
);
create table gone_members (
  member_id uuid not null,
  gone_at timestamp with time zone not null
);
create table hides (
  member_id uuid not null,
  hidden_id uuid not null,
  created_at timestamp with time zone not null
);
create table icebreakers (
  member_id uuid not null,
  profile_id uuid not null,
  rounds integer not null default 0,
  shown text[] not null default '{}'::text[]
);
create table inactivity_warnings (
  member_id uuid not null,
  warned_at timestamp with time zone not null
);
create table inbox (
  member_id uuid not null,
  conversation_id uuid not null,
  other_id uuid not null,
  started boolean not null,
  hidden boolean not null default false,
  unread integer not null default 0,
  read_seq integer not null default 0,
  cleared_seq integer not null default 0,
  last_seq integer not null default 0,
  last_at timestamp with time zone not null,
  last_kind text not null,
  last_own boolean not null,
  last_text text,
  gift_unanswered boolean not null default false,
  written boolean not null default false,
  returned_seq integer not null default 0,
  closed boolean not null default false,
  served int4multirange not null default '{}'::int4multirange,
  last_day date not null generated always as (((last_at AT TIME ZONE 'UTC'::text))::date) stored
) with (fillfactor=70);
create table installation (
  one boolean not null default true,
  production_since timestamp with time zone,
  secret_hash text,
  folder_id text,
  payments_test boolean
);
create table last_offers (
  member_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null
);
create table ledger_entries (
  member_id uuid not null,
  entry_id uuid not null,
  number integer not null,
  from_account text not null,
  to_account text not null,
  amount integer not null,
  cause text not null,
  cause_id text not null,
  other_id uuid,
  payment_id uuid,
  balance_after integer not null,
  created_at timestamp with time zone not null,
  key uuid
);
create table likes_given (
  member_id uuid not null,
  receiver_id uuid not null,
  created_at timestamp with time zone not null
);
create table likes_received (
  member_id uuid not null,
  sender_id uuid not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone,
  shown_at timestamp with time zone
);
create table likes_withdrawn (
  member_id uuid not null,
  sender_id uuid not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone,
  shown_at timestamp with time zone
);
create table lot_uses (
  member_id uuid not null,
  entry_id uuid not null,
  lot_id uuid not null,
  credits integer not null
);
create table lots (
  member_id uuid not null,
  lot_id uuid not null,
  free boolean not null,
  payment_id uuid,
  credits integer not null,
  credits_left integer not null,
  price_minor integer not null default 0,
  currency text,
  created_at timestamp with time zone not null
) with (fillfactor=70);
create table mail_changes (
  member_id uuid not null,
  change_id uuid not null,
  old_email text not null,
  new_email text not null,
  asked_at timestamp with time zone not null,
  done_at timestamp with time zone,
  refused_at timestamp with time zone
);
create table mail_failures (
  member_id uuid not null,
  sent_at timestamp with time zone not null,
  trouble text not null,
  address bytea not null,
  noted_at timestamp with time zone not null
);
create table member_emails (
  email_key text not null,
  member_id uuid not null,
  kept_until timestamp with time zone
);
create table member_names (
  name_key text not null,
  member_id uuid not null
);
create table members (
  member_id uuid not null,
  site text not null,
  email text not null,
  name text not null,
  password_hash text not null,
  status text not null,
  confirmed_at timestamp with time zone,
  language text not null,
  country text not null,
  signup_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  terms_version text not null,
  terms_accepted_at timestamp with time zone not null,
  sensitive_consent_version text,
  sensitive_consent_at timestamp with time zone,
  tracking jsonb,
  reset_link_id uuid,
  reset_link_at timestamp with time zone,
  search jsonb,
  notifications_off jsonb not null default '{}'::jsonb,
  discreet_mail boolean not null default false,
  address_failed boolean not null default false,
  next_country text,
  next_country_from timestamp with time zone
);
create table messages (
  conversation_id uuid not null,
  seq integer not null,
  message_id uuid not null,
  sender_id uuid not null,
  kind text not null,
  text text,
  photo_id uuid,
  gift text,
  credits integer not null,
  idempotency_key uuid,
  created_at timestamp with time zone not null,
  quote_kind text,
  quote text,
  removed_at timestamp with time zone,
  body_hash bytea
);
create table migrations (
  name text not null,
  at timestamp with time zone not null default now(),
  hash text not null,
  breaks text
);
create table mismatches (
  mismatch_id uuid not null,
  member_id uuid not null,
  payment_id uuid not null,
  provider text not null,
  provider_payment_id text not null,
  profile text not null,
  amount integer not null,
  currency text not null,
  wrong text not null,
  returned integer not null,
  state text not null,
  refund_key uuid,
  seen_at timestamp with time zone not null,
  decided_at timestamp with time zone
);
create table moderation_actions (
  number text not null,
  member_id uuid not null,
  kind text not null,
  reason text not null,
  law text not null,
  facts text not null,
  source text not null,
  decided_at timestamp with time zone not null,
  reverted_at timestamp with time zone,
  about_at timestamp with time zone,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  conversation_id uuid,
  message_id uuid
);
create table money_entries (
  member_id uuid not null,
  payment_id uuid not null,
  number integer not null,
  from_account text not null,
  to_account text not null,
  amount integer not null,
  currency text not null,
  cause text not null,
  created_at timestamp with time zone not null
);
create table networks (
  name text not null,
  sign_up_url text,
  first_purchase_url text,
  added_at timestamp with time zone not null,
  ended_at timestamp with time zone
);
create table notices (
  member_id uuid not null,
  waiting_since timestamp with time zone,
  due_at timestamp with time zone,
  pushes boolean not null default false,
  push_due_at timestamp with time zone,
  pushed jsonb not null default '{}'::jsonb,
  push_off text[] not null default '{}'::text[],
  sent_at timestamp with time zone,
  told_at timestamp with time zone,
  claimed_at timestamp with time zone,
  claimed_by text
);
create table passkey_challenges (
  challenge_hash bytea not null,
  host text not null,
  session_hash bytea,
  expires_at timestamp with time zone not null
);
create table passkeys (
  member_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  keeper text not null default ''::text,
  browser text not null default ''::text,
  system text not null default ''::text,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone
);
create table payment_customers (
  member_id uuid not null,
  provider text not null,
  creation_key uuid not null,
  customer_id text,
  created_at timestamp with time zone not null,
  forget_at timestamp with time zone
);
create table payments (
  member_id uuid not null,
  payment_id uuid not null,
  bundle_id text not null,
  credits integer not null,
  amount integer not null,
  fee integer not null default 0,
  currency text not null,
  method text not null,
  provider text not null,
  provider_payment_id text,
  redirect_url text,
  status text not null,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  settled_at timestamp with time zone,
  return_origin text not null default ''::text,
  description text not null default ''::text,
  language text not null default 'en'::text,
  provider_profile text,
  refunded integer not null default 0,
  charged_back integer not null default 0,
  due_at timestamp with time zone,
  site text not null default 'default'::text,
  country text not null default ''::text,
  list_amount integer,
  discount_code text,
  vat_rate integer not null default 0,
  begun_at timestamp with time zone,
  mandate text,
  store_card boolean not null default false,
  stored_card_id uuid,
  instrument text,
  receipt_number integer,
  withdrawn integer not null default 0,
  waived integer not null default 0,
  transfer_iban text,
  transfer_bic text,
  transfer_holder text,
  transfer_reference text,
  offer_used boolean not null default false,
  cancelled_at timestamp with time zone,
  declared_country text,
  request_country text,
  payer_country text,
  under_way boolean not null default false,
  mismatch text,
  lost integer not null default 0,
  region text,
  begun_text text,
  terms_version text
);
create table photo_decisions (
  photo_id uuid not null,
  status text not null,
  refusal text,
  decided_at timestamp with time zone not null
);
create table photo_owners (
  photo_id uuid not null,
  member_id uuid not null
);
create table photo_queue (
  queue text not null,
  photo_id uuid not null,
  member_id uuid not null,
  created_at timestamp with time zone not null
);
create table photos (
  member_id uuid not null,
  photo_id uuid not null,
  position integer not null,
  status text not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null,
  refusal text,
  checked boolean not null default false
);
create table postbacks (
  member_id uuid not null,
  act text not null,
  postback_id uuid not null,
  network text not null,
  amount integer,
  currency text,
  state text not null default 'waiting'::text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone
);
create table profiles (
  member_id uuid not null,
  name text not null,
  gender text not null,
  sexuality text,
  date_of_birth date not null,
  country text not null,
  region text,
  town text,
  about text not null default ''::text,
  hair_color text,
  eye_color text,
  body_type text,
  relationship_status text,
  tattoos text,
  interests text[] not null default '{}'::text[],
  status text not null default 'disabled'::text,
  invisible boolean not null default false,
  fictional boolean not null default false,
  last_active_at timestamp with time zone not null,
  main_photo uuid,
  num_photos integer not null default 0,
  pool text not null default 'default'::text,
  main_photo_status text,
  visitors_see_photo boolean,
  main_photo_checked boolean not null default false,
  photos_unseen integer not null default 0,
  languages text[] not null default '{}'::text[],
  paused_until timestamp with time zone
) with (fillfactor=85, parallel_workers=0);
create table provider_payments (
  provider text not null,
  provider_payment_id text not null,
  member_id uuid not null,
  payment_id uuid not null
);
create table push_endpoints (
  endpoint_hash bytea not null,
  member_id uuid not null,
  subscription_id uuid not null
);
create table push_subscriptions (
  member_id uuid not null,
  subscription_id uuid not null,
  session_hash bytea not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null
);
create table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint
);
create table receipt_counters (
  company text not null,
  last integer not null
);
create table receipt_numbers (
  company text not null,
  number integer not null,
  member_id uuid not null,
  payment_id uuid not null,
  entry integer not null
);
create table receipts (
  member_id uuid not null,
  payment_id uuid not null,
  entry integer not null,
  company text not null,
  number integer not null,
  issued_at timestamp with time zone not null,
  document jsonb not null
);
create table replica_heartbeat (
  one boolean not null default true,
  at timestamp with time zone not null default now()
);
create table restore_state (
  one boolean not null default true,
  notes integer not null default 0,
  erasures_read_until date,
  read_all_until date not null default (CURRENT_DATE + 30)
);
create table return_progress (
  only_row boolean not null default true,
  settings jsonb not null,
  looked_until timestamp with time zone not null,
  began timestamp with time zone not null
);
create table reversals (
  member_id uuid not null,
  payment_id uuid not null,
  reversal_id text not null,
  kind text not null,
  amount integer not null,
  undone boolean not null,
  seen_at timestamp with time zone not null,
  undone_at timestamp with time zone
);
create table searchable (
  member_id uuid not null,
  last_active_at timestamp with time zone not null,
  date_of_birth date not null,
  photo boolean not null,
  fictional boolean not null,
  segment text not null,
  region text,
  town text,
  hair_color text,
  eye_color text,
  body_type text,
  relationship_status text,
  tattoos text,
  interests text[] not null,
  languages text[] not null default '{}'::text[]
) with (autovacuum_vacuum_scale_factor=0.05, parallel_workers=0);
create table sessions (
  token_hash bytea not null,
  member_id uuid not null,
  client text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  browser text not null default ''::text,
  system text not null default ''::text,
  country text,
  by_link boolean not null default false,
  by_passkey boolean not null default false
);
create table setting_scopes (
  scope text not null,
  values jsonb not null default '{}'::jsonb
);
create table sign_up_requests (
  member_id uuid not null,
  site text not null,
  account jsonb not null,
  requested_at timestamp with time zone not null
);
create table source_days (
  network text not null,
  ref text not null,
  site text not null,
  day date not null,
  visits integer not null default 0,
  bounces integer not null default 0,
  measured integer not null default 0
);
create table spending_limits (
  member_id uuid not null,
  currency text not null,
  amount integer,
  next_amount integer,
  next_at timestamp with time zone,
  break_until timestamp with time zone
);
create table staff_acts (
  act_id uuid not null,
  who text not null,
  act text not null,
  number text,
  detail text not null,
  acted_at timestamp with time zone not null,
  account text,
  contests text
);
create table start_credit_holders (
  mailbox_hash text not null,
  given_at timestamp with time zone not null,
  again integer not null default 0
);
create table stored_cards (
  member_id uuid not null,
  card_id uuid not null,
  payment_id uuid not null,
  provider text not null,
  mandate_id text not null,
  method text not null,
  state text not null,
  brand text not null default ''::text,
  last_digits text not null default ''::text,
  expires text,
  instrument text,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone not null
);
create table swipe_days (
  member_id uuid not null,
  day date not null,
  likes smallint not null,
  returned boolean not null default false,
  last_profile_id uuid
);
create table swipes (
  member_id uuid not null,
  profile_id uuid not null,
  liked boolean not null,
  swiped_at timestamp with time zone not null
);
create table terms_announcements (
  member_id uuid not null,
  applies_at timestamp with time zone not null,
  planned_at timestamp with time zone,
  dismissed_at timestamp with time zone
);
create table terms_seen (
  applies_at timestamp with time zone not null,
  seen_at timestamp with time zone not null
);
create table time_bonuses (
  member_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  dismissed_at timestamp with time zone
);
create table tokens (
  token_hash bytea not null,
  member_id uuid not null,
  purpose text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  change_id uuid
);
create table unowned_pictures (
  photo_id uuid not null,
  kind text not null,
  owner_id uuid not null,
  since timestamp with time zone not null
);
create table wallets (
  member_id uuid not null,
  balance integer not null default 0,
  debt_max integer not null default 0,
  entries integer not null default 0
) with (fillfactor=70);
create table withdrawal_requests (
  request_id uuid not null,
  site text not null,
  language text not null,
  name text not null,
  email text not null,
  order_number text not null,
  ordered_on text not null,
  declaration text not null,
  received_at timestamp with time zone not null,
  state text not null,
  member_id uuid,
  payment_id uuid,
  moved_at timestamp with time zone
);
create table withdrawal_tasks (
  withdrawal_id uuid not null,
  member_id uuid not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null default (now() + '14 days'::interval)
);
create table withdrawals (
  member_id uuid not null,
  withdrawal_id uuid not null,
  payment_id uuid not null,
  state text not null,
  amount integer not null,
  credits integer not null,
  declared_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null,
  refund_id text,
  asked_at timestamp with time zone,
  settled_at timestamp with time zone,
  over_terms boolean not null default false
);

alter table account_deletion_reasons add constraint account_deletion_reasons_pkey PRIMARY KEY (month, reason);
alter table account_deletions add constraint account_deletions_pkey PRIMARY KEY (member_id);
alter table attempts add constraint attempts_pkey PRIMARY KEY (subject, place);
alter table blocked_by add constraint blocked_by_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table blocked_by add constraint blocked_by_pkey PRIMARY KEY (member_id, by_id);
alter table blocks add constraint blocks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table blocks add constraint blocks_not_self CHECK ((member_id <> blocked_id));
alter table blocks add constraint blocks_pkey PRIMARY KEY (member_id, blocked_id);
alter table bundle_prices add constraint bundle_prices_amount CHECK ((amount > 0));
alter table bundle_prices add constraint bundle_prices_pkey PRIMARY KEY (scope, bundle_id, country, valid_from);
alter table bundle_prices add constraint bundle_prices_scope_bundle_id_fkey FOREIGN KEY (scope, bundle_id) REFERENCES bundles(scope, bundle_id);
alter table bundles add constraint bundles_credits CHECK ((credits > 0));
alter table bundles add constraint bundles_pkey PRIMARY KEY (scope, bundle_id);
alter table call_results add constraint call_results_pkey PRIMARY KEY (member_id, key);
alter table chat_photos add constraint chat_photos_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(conversation_id);
alter table chat_photos add constraint chat_photos_pkey PRIMARY KEY (conversation_id, photo_id);
alter table complaint_answers add constraint complaint_answers_number_fkey FOREIGN KEY (number) REFERENCES complaints(number) ON DELETE CASCADE;
alter table complaint_answers add constraint complaint_answers_pkey PRIMARY KEY (number, "position");
alter table complaint_evidence add constraint complaint_evidence_kind CHECK ((kind = ANY (ARRAY['profile'::text, 'photo'::text, 'message'::text])));
alter table complaint_evidence add constraint complaint_evidence_number_fkey FOREIGN KEY (number) REFERENCES complaints(number) ON DELETE CASCADE;
alter table complaint_evidence add constraint complaint_evidence_picture_hash_fkey FOREIGN KEY (picture_hash) REFERENCES evidence_pictures(picture_hash);
alter table complaint_evidence add constraint complaint_evidence_pkey PRIMARY KEY (number, "position");
alter table complaint_files add constraint complaint_files_kind CHECK ((kind = ANY (ARRAY['webp'::text, 'pdf'::text])));
alter table complaint_files add constraint complaint_files_number_fkey FOREIGN KEY (number) REFERENCES complaints(number) ON DELETE CASCADE;
alter table complaint_files add constraint complaint_files_pkey PRIMARY KEY (number, "position");
alter table complaints add constraint complaints_closed CHECK (((outcome IS NULL) = (closed_at IS NULL)));
alter table complaints add constraint complaints_kind CHECK ((kind = ANY (ARRAY['illegal'::text, 'child-abuse'::text, 'rules'::text, 'decision'::text, 'payment'::text, 'privacy'::text, 'other'::text, 'report'::text])));
alter table complaints add constraint complaints_moderation_action CHECK (((action IS NULL) OR (outcome = 'acted'::text)));
alter table complaints add constraint complaints_outcome CHECK ((outcome = ANY (ARRAY['acted'::text, 'no-breach'::text, 'changed'::text, 'unchanged'::text, 'solved'::text])));
alter table complaints add constraint complaints_pkey PRIMARY KEY (number);
alter table complaints add constraint complaints_reason CHECK ((reason = ANY (ARRAY['harassment'::text, 'sexual'::text, 'scam'::text, 'fake'::text, 'underage'::text, 'hate'::text, 'other'::text])));
alter table complaints add constraint complaints_report CHECK ((((kind = 'report'::text) = (reporter_id IS NOT NULL)) AND ((kind = 'report'::text) = (about_id IS NOT NULL)) AND ((kind = 'report'::text) = (reason IS NOT NULL))));
alter table consents add constraint consents_pkey PRIMARY KEY (member_id, consent_id);
alter table consents add constraint consents_subject CHECK ((subject = ANY (ARRAY['terms'::text, 'sensitive'::text, 'new_conversations'::text, 'new_messages'::text, 'like'::text, 'unread_message_reminders'::text, 'promotions'::text, 'weekly_updates'::text, 'news'::text, 'reminders'::text, 'push'::text, 'push_new_messages'::text, 'push_new_conversations'::text, 'push_like'::text, 'visitor_photo'::text])));
alter table consents add constraint consents_text CHECK (((text_hash IS NULL) = (language IS NULL)));
alter table consents add constraint consents_way CHECK ((way = ANY (ARRAY['page'::text, 'link'::text, 'spam'::text])));
alter table conversation_pairs add constraint conversation_pairs_order CHECK ((low_id < high_id));
alter table conversation_pairs add constraint conversation_pairs_pkey PRIMARY KEY (low_id, high_id);
alter table conversations add constraint conversations_closed CHECK (((closed_seq IS NULL) OR (last_seq <= closed_seq)));
alter table conversations add constraint conversations_pkey PRIMARY KEY (conversation_id);
alter table daily_picks add constraint daily_picks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table daily_picks add constraint daily_picks_picked_ids_check CHECK (((cardinality(picked_ids) >= 1) AND (cardinality(picked_ids) <= 6)));
alter table daily_picks add constraint daily_picks_pkey PRIMARY KEY (member_id);
alter table debit_subjects add constraint debit_subjects_pkey PRIMARY KEY (subject);
alter table debit_uses add constraint debit_uses_pkey PRIMARY KEY (subject, payment_id);
alter table debits add constraint debits_collected CHECK (((payment_id IS NULL) OR (mandate_id IS NOT NULL)));
alter table debits add constraint debits_mandate UNIQUE (member_id, provider, mandate_id);
alter table debits add constraint debits_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallets(member_id);
alter table debits add constraint debits_payment UNIQUE (member_id, payment_id);
alter table debits add constraint debits_payment_fkey FOREIGN KEY (member_id, payment_id) REFERENCES payments(member_id, payment_id);
alter table debits add constraint debits_pkey PRIMARY KEY (member_id, debit_id);
alter table debits add constraint debits_reference UNIQUE (member_id, reference);
alter table debits add constraint debits_reference_length CHECK (((length(reference) >= 1) AND (length(reference) <= 35)));
alter table debits add constraint debits_refused CHECK (((refused_at IS NULL) OR ((signed_at IS NOT NULL) AND (sealed IS NULL) AND (mandate_id IS NULL) AND (payment_id IS NULL))));
alter table debits add constraint debits_signed CHECK (((signed_at IS NOT NULL) OR ((mandate_id IS NULL) AND (payment_id IS NULL))));
alter table debits add constraint debits_tries CHECK (((tries >= 0) AND (tries <= 5)));
alter table digests add constraint digests_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table digests add constraint digests_pkey PRIMARY KEY (member_id, kind, opened_on);
alter table discount_claims add constraint discount_claims_number CHECK ((number > 0));
alter table discount_claims add constraint discount_claims_payment_fkey FOREIGN KEY (member_id, payment_id) REFERENCES payments(member_id, payment_id);
alter table discount_claims add constraint discount_claims_pkey PRIMARY KEY (member_id, payment_id);
alter table discount_codes add constraint discount_codes_minimum CHECK (((minimum = 0) OR ((minimum > 0) AND (currency IS NOT NULL))));
alter table discount_codes add constraint discount_codes_percentage CHECK (((percentage >= 1) AND (percentage <= 100)));
alter table discount_codes add constraint discount_codes_pkey PRIMARY KEY (code, scope);
alter table discount_codes add constraint discount_codes_spelling CHECK ((code ~ '^[A-Z0-9-]{4,40}$'::text));
alter table discount_codes add constraint discount_codes_uses CHECK (((uses >= 0) AND ((uses_max IS NULL) OR (uses <= uses_max)) AND (member_uses_max > 0)));
alter table discount_redeemers add constraint discount_redeemers_pkey PRIMARY KEY (redeemer, slot);
alter table dismissed_alerts add constraint dismissed_alerts_pkey PRIMARY KEY (member_id, name);
alter table domains add constraint domains_niche CHECK (((niche >= 1) AND (niche <= 7)));
alter table domains add constraint domains_pkey PRIMARY KEY (host);
alter table drafts add constraint drafts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table drafts add constraint drafts_pkey PRIMARY KEY (member_id, other_id);
alter table erasures add constraint erasures_pkey PRIMARY KEY (member_hash);
alter table evidence_pictures add constraint evidence_pictures_pkey PRIMARY KEY (picture_hash);
alter table exports add constraint exports_fetched CHECK (((fetched_at IS NULL) OR (ready_at IS NOT NULL)));
alter table exports add constraint exports_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table exports add constraint exports_pkey PRIMARY KEY (member_id);
alter table exports add constraint exports_ready CHECK ((((ready_at IS NULL) = (expires_at IS NULL)) AND ((ready_at IS NULL) = (size IS NULL))));
alter table gift_answers add constraint gift_answers_answer CHECK (((answer >= 1) AND (answer <= 3)));
alter table gift_answers add constraint gift_answers_message_fkey FOREIGN KEY (conversation_id, seq) REFERENCES messages(conversation_id, seq);
alter table gift_answers add constraint gift_answers_pkey PRIMARY KEY (conversation_id, seq, member_id);
alter table gone_members add constraint gone_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table gone_members add constraint gone_members_pkey PRIMARY KEY (member_id);
alter table hides add constraint hides_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table hides add constraint hides_not_self CHECK ((member_id <> hidden_id));
alter table hides add constraint hides_pkey PRIMARY KEY (member_id, hidden_id);
alter table icebreakers add constraint icebreakers_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table icebreakers add constraint icebreakers_pkey PRIMARY KEY (member_id, profile_id);
alter table inactivity_warnings add constraint inactivity_warnings_pkey PRIMARY KEY (member_id);
alter table inbox add constraint inbox_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table inbox add constraint inbox_other UNIQUE (member_id, other_id);
alter table inbox add constraint inbox_pkey PRIMARY KEY (member_id, conversation_id);
alter table inbox add constraint inbox_unread CHECK ((unread >= 0));
alter table installation add constraint installation_one CHECK (one);
alter table installation add constraint installation_pkey PRIMARY KEY (one);
alter table last_offers add constraint last_offers_pkey PRIMARY KEY (member_id);
alter table last_offers add constraint last_offers_window CHECK ((ends_at > starts_at));
alter table ledger_entries add constraint ledger_entries_accounts CHECK (((from_account = ANY (ARRAY['member'::text, 'sales'::text, 'free_credits'::text, 'usage'::text])) AND (to_account = ANY (ARRAY['member'::text, 'sales'::text, 'free_credits'::text, 'usage'::text]))));
alter table ledger_entries add constraint ledger_entries_amount CHECK ((amount > 0));
alter table ledger_entries add constraint ledger_entries_direction CHECK (
CASE cause
    WHEN 'purchase'::text THEN ((from_account = 'sales'::text) AND (to_account = 'member'::text))
    WHEN 'signup'::text THEN ((from_account = 'free_credits'::text) AND (to_account = 'member'::text))
    WHEN 'signup_undone'::text THEN ((from_account = 'member'::text) AND (to_account = 'free_credits'::text))
    WHEN 'bonus'::text THEN ((from_account = 'free_credits'::text) AND (to_account = 'member'::text))
    WHEN 'returned'::text THEN ((from_account = 'usage'::text) AND (to_account = 'member'::text))
    WHEN 'refund'::text THEN ((from_account = 'member'::text) AND (to_account = 'sales'::text))
    WHEN 'chargeback'::text THEN ((from_account = 'member'::text) AND (to_account = 'sales'::text))
    WHEN 'refund_undone'::text THEN ((from_account = 'sales'::text) AND (to_account = 'member'::text))
    WHEN 'chargeback_undone'::text THEN ((from_account = 'sales'::text) AND (to_account = 'member'::text))
    ELSE ((from_account = 'member'::text) AND (to_account = 'usage'::text))
END);
alter table ledger_entries add constraint ledger_entries_known_cause CHECK ((cause = ANY (ARRAY['signup'::text, 'signup_undone'::text, 'purchase'::text, 'message'::text, 'photo'::text, 'gift'::text, 'returned'::text, 'refund'::text, 'chargeback'::text, 'refund_undone'::text, 'chargeback_undone'::text, 'bonus'::text])));
alter table ledger_entries add constraint ledger_entries_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallets(member_id);
alter table ledger_entries add constraint ledger_entries_pkey PRIMARY KEY (member_id, number);
alter table ledger_entries add constraint ledger_entries_sides CHECK (((from_account = 'member'::text) <> (to_account = 'member'::text)));
alter table likes_given add constraint likes_given_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table likes_given add constraint likes_given_pkey PRIMARY KEY (member_id, receiver_id);
alter table likes_received add constraint likes_not_self CHECK ((member_id <> sender_id));
alter table likes_received add constraint likes_received_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table likes_received add constraint likes_received_pkey PRIMARY KEY (member_id, sender_id);
alter table likes_withdrawn add constraint likes_withdrawn_pkey PRIMARY KEY (member_id, sender_id);
alter table lot_uses add constraint lot_uses_credits CHECK ((credits > 0));
alter table lot_uses add constraint lot_uses_member_id_lot_id_fkey FOREIGN KEY (member_id, lot_id) REFERENCES lots(member_id, lot_id);
alter table lot_uses add constraint lot_uses_pkey PRIMARY KEY (member_id, entry_id, lot_id);
alter table lots add constraint lots_free CHECK ((free = (payment_id IS NULL)));
alter table lots add constraint lots_left CHECK (((credits_left >= 0) AND (credits_left <= credits)));
alter table lots add constraint lots_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallets(member_id);
alter table lots add constraint lots_pkey PRIMARY KEY (member_id, lot_id);
alter table mail_changes add constraint mail_changes_pkey PRIMARY KEY (member_id, change_id);
alter table mail_failures add constraint mail_failures_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table mail_failures add constraint mail_failures_pkey PRIMARY KEY (member_id, sent_at, trouble);
alter table mail_failures add constraint mail_failures_trouble CHECK ((trouble = ANY (ARRAY['hard'::text, 'soft'::text, 'spam'::text])));
alter table member_emails add constraint member_emails_pkey PRIMARY KEY (email_key);
alter table member_names add constraint member_names_pkey PRIMARY KEY (name_key);
alter table members add constraint members_confirmed CHECK (((status <> 'active'::text) OR (confirmed_at IS NOT NULL)));
alter table members add constraint members_pkey PRIMARY KEY (member_id);
alter table members add constraint members_status CHECK ((status = ANY (ARRAY['not_confirmed'::text, 'active'::text, 'pending_deletion'::text, 'banned'::text, 'deleted'::text])));
alter table messages add constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(conversation_id);
alter table messages add constraint messages_credits CHECK ((credits >= 0));
alter table messages add constraint messages_key UNIQUE (conversation_id, sender_id, idempotency_key);
alter table messages add constraint messages_kind CHECK ((((kind = 'text'::text) AND (text IS NOT NULL) AND (photo_id IS NULL) AND (gift IS NULL)) OR ((kind = 'photo'::text) AND (photo_id IS NOT NULL) AND (gift IS NULL)) OR ((kind = 'gift'::text) AND (gift IS NOT NULL) AND (photo_id IS NULL)) OR ((kind = 'goodbye'::text) AND (text IS NULL) AND (photo_id IS NULL) AND (gift IS NULL) AND (credits = 0))));
alter table messages add constraint messages_pkey PRIMARY KEY (conversation_id, seq) INCLUDE (message_id);
alter table messages add constraint messages_quote CHECK ((((quote_kind IS NULL) = (quote IS NULL)) AND ((quote_kind IS NULL) OR (kind <> 'gift'::text))));
alter table messages add constraint messages_quote_kind CHECK ((quote_kind = ANY (ARRAY['about'::text, 'interest'::text, 'photo'::text])));
alter table messages add constraint messages_seq CHECK ((seq >= 1));
alter table migrations add constraint migrations_pkey PRIMARY KEY (name);
alter table mismatches add constraint mismatches_amount CHECK (((amount >= 0) AND (returned >= 0)));
alter table mismatches add constraint mismatches_payment UNIQUE (provider, provider_payment_id);
alter table mismatches add constraint mismatches_pkey PRIMARY KEY (mismatch_id);
alter table mismatches add constraint mismatches_refund_key CHECK (((state <> ALL (ARRAY['paying_back'::text, 'by_hand'::text, 'paid_by_hand'::text])) OR (refund_key IS NOT NULL)));
alter table mismatches add constraint mismatches_state CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'paying_back'::text, 'by_hand'::text, 'paid_by_hand'::text, 'returned'::text, 'solved'::text])));
alter table moderation_actions add constraint moderation_actions_ended CHECK (((ended_at IS NULL) OR ((ends_at IS NOT NULL) AND (ended_at >= ends_at))));
alter table moderation_actions add constraint moderation_actions_ends CHECK (((ends_at IS NULL) OR ((kind = 'ban'::text) AND (ends_at > decided_at))));
alter table moderation_actions add constraint moderation_actions_facts CHECK (((facts <> ''::text) OR ((reason ~~ 'photo-%'::text) AND (about_at IS NOT NULL))));
alter table moderation_actions add constraint moderation_actions_kind CHECK ((kind = ANY (ARRAY['ban'::text, 'photo'::text, 'text'::text, 'message'::text])));
alter table moderation_actions add constraint moderation_actions_law CHECK (((reason = 'law'::text) = (law <> ''::text)));
alter table moderation_actions add constraint moderation_actions_message CHECK ((((kind = 'message'::text) = (conversation_id IS NOT NULL)) AND ((kind = 'message'::text) = (message_id IS NOT NULL))));
alter table moderation_actions add constraint moderation_actions_photo CHECK (((kind = 'photo'::text) OR (reason !~~ 'photo-%'::text)));
alter table moderation_actions add constraint moderation_actions_pkey PRIMARY KEY (number);
alter table moderation_actions add constraint moderation_actions_reason CHECK ((reason = ANY (ARRAY['respect'::text, 'own'::text, 'selling'::text, 'harm'::text, 'robots'::text, 'adult'::text, 'law'::text, 'photo-not-you'::text, 'photo-sexual'::text, 'photo-contact'::text, 'photo-unclear'::text])));
alter table moderation_actions add constraint moderation_actions_source CHECK ((source = ANY (ARRAY['report'::text, 'own'::text])));
alter table money_entries add constraint money_entries_amount CHECK ((amount > 0));
alter table money_entries add constraint money_entries_direction CHECK (
CASE cause
    WHEN 'payment'::text THEN ((from_account = 'buyer'::text) AND (to_account = 'sales'::text))
    WHEN 'refund'::text THEN ((from_account = 'sales'::text) AND (to_account = 'buyer'::text))
    WHEN 'chargeback'::text THEN ((from_account = 'sales'::text) AND (to_account = 'buyer'::text))
    WHEN 'refund_undone'::text THEN ((from_account = 'buyer'::text) AND (to_account = 'sales'::text))
    WHEN 'chargeback_undone'::text THEN ((from_account = 'buyer'::text) AND (to_account = 'sales'::text))
    WHEN 'loss'::text THEN ((from_account = 'losses'::text) AND (to_account = 'buyer'::text))
    WHEN 'loss_undone'::text THEN ((from_account = 'buyer'::text) AND (to_account = 'losses'::text))
    ELSE false
END);
alter table money_entries add constraint money_entries_payment_fkey FOREIGN KEY (member_id, payment_id) REFERENCES payments(member_id, payment_id);
alter table money_entries add constraint money_entries_pkey PRIMARY KEY (member_id, payment_id, number);
alter table networks add constraint networks_name CHECK ((name ~ '^[a-z0-9._-]{1,40}$'::text));
alter table networks add constraint networks_pkey PRIMARY KEY (name);
alter table notices add constraint notices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table notices add constraint notices_pkey PRIMARY KEY (member_id);
alter table notices add constraint notices_window CHECK (((waiting_since IS NULL) = (due_at IS NULL)));
alter table passkey_challenges add constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash);
alter table passkeys add constraint passkeys_pkey PRIMARY KEY (member_id, credential_id);
alter table payment_customers add constraint payment_customers_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallets(member_id);
alter table payment_customers add constraint payment_customers_pkey PRIMARY KEY (member_id, provider);
alter table payments add constraint payments_amount CHECK (((amount > 0) AND (credits > 0) AND (fee >= 0)));
alter table payments add constraint payments_discount CHECK (((list_amount IS NULL) OR (list_amount >= amount)));
alter table payments add constraint payments_lost CHECK (((lost >= 0) AND ((lost = 0) OR ((refunded + charged_back) = (amount + fee)))));
alter table payments add constraint payments_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallets(member_id);
alter table payments add constraint payments_mismatch CHECK ((mismatch = ANY (ARRAY['accepted'::text, 'returned'::text])));
alter table payments add constraint payments_offer_used CHECK (((NOT offer_used) OR ((status = 'completed'::text) AND (discount_code IS NOT NULL))));
alter table payments add constraint payments_pkey PRIMARY KEY (member_id, payment_id);
alter table payments add constraint payments_reversed CHECK (((refunded >= 0) AND (charged_back >= 0) AND ((refunded + charged_back) <= (amount + fee))));
alter table payments add constraint payments_status CHECK ((status = ANY (ARRAY['loading'::text, 'pending'::text, 'completed'::text, 'failed'::text, 'mismatch'::text])));
alter table payments add constraint payments_withdrawn CHECK ((((withdrawn >= 0) AND (withdrawn <= (amount + fee))) AND ((waived >= 0) AND (waived <= credits))));
alter table photo_decisions add constraint photo_decisions_pkey PRIMARY KEY (photo_id);
alter table photo_decisions add constraint photo_decisions_status CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text])));
alter table photo_owners add constraint photo_owners_pkey PRIMARY KEY (photo_id);
alter table photo_queue add constraint photo_queue_pkey PRIMARY KEY (queue, photo_id);
alter table photo_queue add constraint photo_queue_queue CHECK ((queue = ANY (ARRAY['before'::text, 'after'::text])));
alter table photos add constraint photos_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table photos add constraint photos_pkey PRIMARY KEY (member_id, photo_id);
alter table photos add constraint photos_position UNIQUE (member_id, "position") DEFERRABLE INITIALLY DEFERRED;
alter table photos add constraint photos_position_range CHECK ((("position" >= 0) AND ("position" <= 24)));
alter table photos add constraint photos_refusal CHECK (((refusal IS NOT NULL) <= (status = 'rejected'::text)));
alter table photos add constraint photos_status CHECK ((status = ANY (ARRAY['approved'::text, 'pending'::text, 'rejected'::text])));
alter table postbacks add constraint postbacks_act CHECK ((act = ANY (ARRAY['sign-up'::text, 'first-purchase'::text])));
alter table postbacks add constraint postbacks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table postbacks add constraint postbacks_pkey PRIMARY KEY (member_id, act);
alter table postbacks add constraint postbacks_settled CHECK (((state = 'waiting'::text) = (settled_at IS NULL)));
alter table postbacks add constraint postbacks_state CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'given-up'::text])));
alter table profiles add constraint profiles_about CHECK ((char_length(about) <= 2000));
alter table profiles add constraint profiles_gender CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text])));
alter table profiles add constraint profiles_languages CHECK ((cardinality(languages) <= 10));
alter table profiles add constraint profiles_main_photo_both CHECK (((main_photo IS NULL) = (main_photo_status IS NULL)));
alter table profiles add constraint profiles_main_photo_status CHECK ((main_photo_status = ANY (ARRAY['approved'::text, 'pending'::text, 'rejected'::text])));
alter table profiles add constraint profiles_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table profiles add constraint profiles_paused CHECK (((status <> 'paused'::text) OR (paused_until IS NOT NULL)));
alter table profiles add constraint profiles_pkey PRIMARY KEY (member_id);
alter table profiles add constraint profiles_sexuality CHECK ((sexuality = ANY (ARRAY['hetero'::text, 'gay'::text, 'lesbian'::text, 'bi'::text])));
alter table profiles add constraint profiles_status CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text, 'hidden'::text, 'paused'::text])));
alter table provider_payments add constraint provider_payments_pkey PRIMARY KEY (provider, provider_payment_id);
alter table push_endpoints add constraint push_endpoints_pkey PRIMARY KEY (endpoint_hash);
alter table push_subscriptions add constraint push_subscriptions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table push_subscriptions add constraint push_subscriptions_pkey PRIMARY KEY (member_id, subscription_id);
alter table push_subscriptions add constraint push_subscriptions_session UNIQUE (member_id, session_hash);
alter table rate_limits add constraint rate_limits_pkey PRIMARY KEY (key);
alter table receipt_counters add constraint receipt_counters_pkey PRIMARY KEY (company);
alter table receipt_numbers add constraint receipt_numbers_pkey PRIMARY KEY (company, number);
alter table receipts add constraint receipts_entry_fkey FOREIGN KEY (member_id, payment_id, entry) REFERENCES money_entries(member_id, payment_id, number);
alter table receipts add constraint receipts_number CHECK ((number > 0));
alter table receipts add constraint receipts_pkey PRIMARY KEY (member_id, payment_id, entry);
alter table replica_heartbeat add constraint replica_heartbeat_one CHECK (one);
alter table replica_heartbeat add constraint replica_heartbeat_pkey PRIMARY KEY (one);
alter table restore_state add constraint restore_state_one CHECK (one);
alter table restore_state add constraint restore_state_pkey PRIMARY KEY (one);
alter table return_progress add constraint return_progress_only_row CHECK (only_row);
alter table return_progress add constraint return_progress_pkey PRIMARY KEY (only_row);
alter table reversals add constraint reversals_amount CHECK ((amount > 0));
alter table reversals add constraint reversals_kind CHECK ((kind = ANY (ARRAY['refund'::text, 'chargeback'::text])));
alter table reversals add constraint reversals_payment_fkey FOREIGN KEY (member_id, payment_id) REFERENCES payments(member_id, payment_id);
alter table reversals add constraint reversals_pkey PRIMARY KEY (member_id, payment_id, reversal_id);
alter table searchable add constraint searchable_member_id_fkey FOREIGN KEY (member_id) REFERENCES profiles(member_id) ON DELETE CASCADE;
alter table searchable add constraint searchable_pkey PRIMARY KEY (member_id);
alter table sessions add constraint sessions_client CHECK ((client = ANY (ARRAY['web'::text, 'app'::text])));
alter table sessions add constraint sessions_pkey PRIMARY KEY (member_id, token_hash);
alter table setting_scopes add constraint setting_scopes_pkey PRIMARY KEY (scope);
alter table setting_scopes add constraint setting_scopes_scope CHECK (((scope = 'default'::text) OR (scope ~~ 'niche:%'::text) OR (scope ~~ 'domain:%'::text)));
alter table sign_up_requests add constraint sign_up_requests_pkey PRIMARY KEY (member_id);
alter table source_days add constraint source_days_bounces CHECK (((bounces >= 0) AND (bounces <= visits)));
alter table source_days add constraint source_days_measured CHECK (((measured >= 0) AND (measured <= visits)));
alter table source_days add constraint source_days_pkey PRIMARY KEY (network, ref, site, day);
alter table spending_limits add constraint spending_limits_amount CHECK (((amount >= 0) AND (next_amount >= 0)));
alter table spending_limits add constraint spending_limits_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallets(member_id);
alter table spending_limits add constraint spending_limits_pkey PRIMARY KEY (member_id);
alter table staff_acts add constraint staff_acts_act CHECK ((act ~ '^[a-z]+(-[a-z]+)*$'::text));
alter table staff_acts add constraint staff_acts_identity CHECK (((who = lower(NORMALIZE(btrim(who), NFKC))) AND (who !~ '\s'::text) AND (account IS NOT NULL)));
alter table staff_acts add constraint staff_acts_pkey PRIMARY KEY (act_id);
alter table staff_acts add constraint staff_acts_who CHECK ((who <> ''::text));
alter table start_credit_holders add constraint start_credit_holders_again CHECK ((again >= 0));
alter table start_credit_holders add constraint start_credit_holders_pkey PRIMARY KEY (mailbox_hash);
alter table stored_cards add constraint stored_cards_expires CHECK ((expires ~ '^\d{4}-\d\d$'::text));
alter table stored_cards add constraint stored_cards_mandate UNIQUE (member_id, provider, mandate_id);
alter table stored_cards add constraint stored_cards_order UNIQUE (member_id, payment_id);
alter table stored_cards add constraint stored_cards_payment_fkey FOREIGN KEY (member_id, payment_id) REFERENCES payments(member_id, payment_id);
alter table stored_cards add constraint stored_cards_pkey PRIMARY KEY (member_id, card_id);
alter table stored_cards add constraint stored_cards_state CHECK ((state = ANY (ARRAY['pending'::text, 'valid'::text, 'invalid'::text, 'revoking'::text, 'revoked'::text])));
alter table swipe_days add constraint swipe_days_likes_check CHECK (((likes >= 0) AND (likes <= 4)));
alter table swipe_days add constraint swipe_days_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table swipe_days add constraint swipe_days_pkey PRIMARY KEY (member_id);
alter table swipes add constraint swipes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table swipes add constraint swipes_pkey PRIMARY KEY (member_id, profile_id);
alter table terms_announcements add constraint terms_announcements_pkey PRIMARY KEY (member_id, applies_at);
alter table terms_seen add constraint terms_seen_pkey PRIMARY KEY (applies_at);
alter table time_bonuses add constraint time_bonuses_pkey PRIMARY KEY (member_id);
alter table time_bonuses add constraint time_bonuses_window CHECK ((ends_at = (starts_at + '04:00:00'::interval)));
alter table tokens add constraint tokens_pkey PRIMARY KEY (token_hash);
alter table tokens add constraint tokens_purpose CHECK ((purpose = ANY (ARRAY['activation'::text, 'reset'::text, 'reactivation'::text, 'mail-change'::text, 'mail-revert'::text, 'login-link'::text])));
alter table unowned_pictures add constraint unowned_pictures_kind CHECK ((kind = ANY (ARRAY['member'::text, 'chat'::text])));
alter table unowned_pictures add constraint unowned_pictures_pkey PRIMARY KEY (photo_id);
alter table wallets add constraint wallets_balance CHECK ((balance >= (- debt_max)));
alter table wallets add constraint wallets_debt CHECK ((debt_max >= 0));
alter table wallets add constraint wallets_entries CHECK ((entries >= 0));
alter table wallets add constraint wallets_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(member_id);
alter table wallets add constraint wallets_pkey PRIMARY KEY (member_id);
alter table withdrawal_requests add constraint withdrawal_requests_match CHECK (((member_id IS NULL) = (payment_id IS NULL)));
alter table withdrawal_requests add constraint withdrawal_requests_pkey PRIMARY KEY (request_id);
alter table withdrawal_requests add constraint withdrawal_requests_state CHECK ((state = ANY (ARRAY['received'::text, 'asked'::text, 'confirmed'::text, 'support'::text, 'closed'::text])));
alter table withdrawal_tasks add constraint withdrawal_tasks_pkey PRIMARY KEY (withdrawal_id);
alter table withdrawals add constraint withdrawals_amount CHECK (((amount > 0) AND (credits >= 0)));
alter table withdrawals add constraint withdrawals_payment_fkey FOREIGN KEY (member_id, payment_id) REFERENCES payments(member_id, payment_id);
alter table withdrawals add constraint withdrawals_pkey PRIMARY KEY (member_id, withdrawal_id);
alter table withdrawals add constraint withdrawals_state CHECK ((state = ANY (ARRAY['confirmed'::text, 'refunding'::text, 'by_hand'::text, 'refunded'::text, 'failed'::text])));

CREATE INDEX account_deletions_due ON public.account_deletions USING btree (due_at);
CREATE INDEX attempts_end ON public.attempts USING btree (ends_at);
CREATE INDEX call_results_age ON public.call_results USING btree (created_at);
CREATE INDEX complaint_evidence_picture_hash ON public.complaint_evidence USING btree (picture_hash) WHERE (picture_hash IS NOT NULL);
CREATE INDEX complaints_email ON public.complaints USING btree (lower(email), received_at) WHERE (email <> ''::text);
CREATE INDEX complaints_email_key ON public.complaints USING btree (email_key, received_at) WHERE (email_key IS NOT NULL);
CREATE INDEX complaints_open ON public.complaints USING btree (received_at) WHERE (closed_at IS NULL);
CREATE INDEX debits_sealed ON public.debits USING btree (created_at) WHERE (sealed IS NOT NULL);
CREATE UNIQUE INDEX digests_about ON public.digests USING btree (member_id, kind, about) WHERE (kind = ANY (ARRAY['promotions'::text, 'news'::text]));
CREATE INDEX digests_planned_at ON public.digests USING btree (planned_at);
CREATE UNIQUE INDEX discount_claims_once ON public.discount_claims USING btree (member_id, slot, number) WHERE (released_at IS NULL);
CREATE INDEX discount_codes_personal ON public.discount_codes USING btree (member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX inbox_latest ON public.inbox USING btree (member_id, last_day DESC) WHERE (NOT hidden);
CREATE UNIQUE INDEX ledger_entries_key ON public.ledger_entries USING btree (member_id, key) WHERE (key IS NOT NULL);
CREATE UNIQUE INDEX ledger_entries_keyless_cause ON public.ledger_entries USING btree (member_id, cause, cause_id) WHERE (key IS NULL);
CREATE INDEX likes_given_latest ON public.likes_given USING btree (member_id, created_at DESC);
CREATE INDEX likes_received_listed ON public.likes_received USING btree (member_id, ((seen_at IS NULL)), created_at, sender_id);
CREATE INDEX mail_changes_done ON public.mail_changes USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX mail_changes_open ON public.mail_changes USING btree (asked_at) WHERE (done_at IS NULL);
CREATE INDEX mail_failures_sent_at ON public.mail_failures USING btree (sent_at);
CREATE INDEX member_emails_kept ON public.member_emails USING btree (kept_until) WHERE (kept_until IS NOT NULL);
CREATE INDEX member_names_member ON public.member_names USING btree (member_id);
CREATE INDEX members_by_country ON public.members USING btree (country, member_id) WHERE (status = 'active'::text);
CREATE INDEX members_joined ON public.members USING btree (country, signup_at) WHERE (status = 'active'::text);
CREATE INDEX messages_created ON public.messages USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX messages_removed ON public.messages USING btree (conversation_id, seq) WHERE (removed_at IS NOT NULL);
CREATE INDEX mismatches_order ON public.mismatches USING btree (payment_id);
CREATE INDEX mismatches_waiting ON public.mismatches USING btree (seen_at) WHERE (state = ANY (ARRAY['open'::text, 'paying_back'::text, 'by_hand'::text]));
CREATE INDEX moderation_actions_ending ON public.moderation_actions USING btree (ends_at) WHERE ((ends_at IS NOT NULL) AND (ended_at IS NULL) AND (reverted_at IS NULL));
CREATE INDEX moderation_actions_member ON public.moderation_actions USING btree (member_id, decided_at);
CREATE UNIQUE INDEX moderation_actions_of_message ON public.moderation_actions USING btree (message_id) WHERE ((message_id IS NOT NULL) AND (reverted_at IS NULL));
CREATE UNIQUE INDEX money_entries_paid_once ON public.money_entries USING btree (member_id, payment_id) WHERE (cause = 'payment'::text);
CREATE INDEX notices_due ON public.notices USING btree (due_at, member_id) WHERE (due_at IS NOT NULL);
CREATE INDEX notices_push_due ON public.notices USING btree (push_due_at, member_id) WHERE (push_due_at IS NOT NULL);
CREATE INDEX payment_customers_to_forget ON public.payment_customers USING btree (forget_at) WHERE (forget_at IS NOT NULL);
CREATE INDEX payments_due_failed ON public.payments USING btree (due_at) WHERE ((status = 'failed'::text) AND (due_at IS NOT NULL));
CREATE INDEX payments_due_open ON public.payments USING btree (due_at) WHERE ((status = ANY (ARRAY['loading'::text, 'pending'::text])) AND (due_at IS NOT NULL));
CREATE INDEX payments_due_paid ON public.payments USING btree (due_at) WHERE ((status = ANY (ARRAY['completed'::text, 'mismatch'::text])) AND (due_at IS NOT NULL));
CREATE INDEX payments_latest ON public.payments USING btree (member_id, created_at DESC);
CREATE UNIQUE INDEX payments_one_charge ON public.payments USING btree (member_id, stored_card_id) WHERE ((stored_card_id IS NOT NULL) AND (status = ANY (ARRAY['loading'::text, 'pending'::text])));
CREATE UNIQUE INDEX payments_one_debit ON public.payments USING btree (member_id, provider, mandate) WHERE ((method = 'sepa_direct_debit'::text) AND (mandate IS NOT NULL));
CREATE INDEX photo_queue_oldest ON public.photo_queue USING btree (queue, created_at);
CREATE INDEX profiles_by_name ON public.profiles USING btree (segment_of(pool, country, gender, sexuality), folded_name(name) COLLATE "C", member_id) WHERE ((status = 'active'::text) AND (NOT invisible) AND ((main_photo_status IS NULL) OR (main_photo_status = 'approved'::text)));
CREATE INDEX profiles_paused ON public.profiles USING btree (paused_until) WHERE (paused_until IS NOT NULL);
CREATE INDEX profiles_search_keys ON public.profiles USING gin (search_keys(segment_of(pool, country, gender, sexuality), date_of_birth, main_photo_status, region, town, hair_color, eye_color, body_type, relationship_status, tattoos, interests, languages)) WITH (fastupdate=off) WHERE ((status = 'active'::text) AND (NOT invisible) AND ((main_photo_status IS NULL) OR (main_photo_status = 'approved'::text)));
CREATE INDEX searchable_for_visitors ON public.searchable USING btree (segment, member_id) INCLUDE (date_of_birth, photo, fictional, region);
CREATE INDEX searchable_latest ON public.searchable USING btree (segment, last_active_at DESC, member_id) INCLUDE (date_of_birth, photo, fictional, region, town, hair_color, eye_color, body_type, relationship_status, tattoos, interests, languages);
CREATE INDEX searchable_near ON public.searchable USING btree (segment, town, last_active_at DESC, member_id) INCLUDE (date_of_birth, photo, fictional) WHERE (town IS NOT NULL);
CREATE INDEX sessions_token ON public.sessions USING btree (token_hash);
CREATE INDEX staff_acts_number ON public.staff_acts USING btree (number) WHERE (number IS NOT NULL);
CREATE INDEX start_credit_holders_given ON public.start_credit_holders USING btree (given_at);
CREATE INDEX tokens_member ON public.tokens USING btree (member_id, purpose, created_at DESC);
CREATE INDEX withdrawal_requests_address ON public.withdrawal_requests USING btree (email, received_at);
CREATE INDEX withdrawal_requests_open ON public.withdrawal_requests USING btree (received_at) WHERE (state = ANY (ARRAY['received'::text, 'support'::text]));
CREATE UNIQUE INDEX withdrawals_once ON public.withdrawals USING btree (member_id, payment_id) WHERE (state <> 'failed'::text);

create view idempotency_keys as
 SELECT call_results.member_id,
    call_results.key,
    call_results.operation,
    call_results.body_hash,
    call_results.answer,
    call_results.created_at
   FROM call_results
UNION ALL
 SELECT ledger_entries.member_id,
    ledger_entries.key,
        CASE
            WHEN (ledger_entries.cause = 'gift'::text) THEN 'sendGift'::text
            ELSE 'sendMessage'::text
        END AS operation,
    (find_charged_message(ledger_entries.member_id, ledger_entries.other_id, ledger_entries.key)).body_hash AS body_hash,
    jsonb_build_object('conversation_id', (find_charged_message(ledger_entries.member_id, ledger_entries.other_id, ledger_entries.key)).conversation_id, 'message_id', ledger_entries.cause_id, 'credits', ledger_entries.balance_after) AS answer,
    ledger_entries.created_at
   FROM ledger_entries;
create view ledger_postings as
 SELECT ledger_entries.member_id,
    ledger_entries.entry_id,
    ledger_entries.from_account AS account,
    (- ledger_entries.amount) AS amount,
    ledger_entries.cause,
    ledger_entries.created_at
   FROM ledger_entries
UNION ALL
 SELECT ledger_entries.member_id,
    ledger_entries.entry_id,
    ledger_entries.to_account AS account,
    ledger_entries.amount,
    ledger_entries.cause,
    ledger_entries.created_at
   FROM ledger_entries;
create view money_postings as
 SELECT money_entries.member_id,
    money_entries.payment_id,
    money_entries.number,
    money_entries.from_account AS account,
    (- money_entries.amount) AS amount,
    money_entries.currency,
    money_entries.cause,
    money_entries.created_at
   FROM money_entries
UNION ALL
 SELECT money_entries.member_id,
    money_entries.payment_id,
    money_entries.number,
    money_entries.to_account AS account,
    money_entries.amount,
    money_entries.currency,
    money_entries.cause,
    money_entries.created_at
   FROM money_entries;

CREATE RULE idempotency_keys_delete AS
    ON DELETE TO public.idempotency_keys DO INSTEAD  DELETE FROM call_results r
  WHERE ((r.member_id = old.member_id) AND (r.key = old.key));
CREATE RULE idempotency_keys_insert AS
    ON INSERT TO public.idempotency_keys DO INSTEAD  INSERT INTO call_results (member_id, key, operation, body_hash, answer, created_at)
  VALUES (new.member_id, new.key, new.operation, new.body_hash, new.answer, new.created_at);

CREATE OR REPLACE FUNCTION public.apply_ledger_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update wallets
     set balance = balance + case when new.to_account = 'member' then new.amount else -new.amount end, entries = entries + 1
   where member_id = new.member_id
   returning balance, entries into new.balance_after, new.number;
  if not found then
    raise exception 'no wallet' using constraint = 'ledger_entries_member_id_fkey', errcode = 'foreign_key_violation';
  end if;
  if new.balance_after < 0 and new.cause in ('message', 'photo', 'gift') then
    raise exception 'spending stops at zero' using constraint = 'wallets_balance', errcode = 'check_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.apply_money_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  price integer;
begin
  update payments
     set refunded = refunded + case new.cause when 'refund' then new.amount when 'refund_undone' then -new.amount else 0 end,
         charged_back = charged_back
                        + case new.cause when 'chargeback' then new.amount when 'chargeback_undone' then -new.amount else 0 end,
         lost = lost + case new.cause when 'loss' then new.amount when 'loss_undone' then -new.amount else 0 end
   where member_id = new.member_id and payment_id = new.payment_id and status = 'completed' and currency = new.currency
   returning amount + fee into price;
  if not found or (new.cause = 'payment' and new.amount <> price) then
    raise exception 'no completed payment of this money' using constraint = 'money_entries_payment_fkey', errcode = 'foreign_key_violation';
  end if;
  select coalesce(max(number), 0) + 1 into new.number
    from money_entries where member_id = new.member_id and payment_id = new.payment_id;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.begin_with_new_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.address_failed := false;
  new.notifications_off := (
    select coalesce(jsonb_object_agg(kind, reason), '{}')
      from jsonb_each_text(new.notifications_off) as off (kind, reason) where reason <> 'bounce');
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.find_charged_message(member_id uuid, other_id uuid, key uuid)
 RETURNS messages
 LANGUAGE sql
 STABLE STRICT
AS $function$
  select m.*
    from conversation_pairs p
    join messages m on m.conversation_id = p.conversation_id and m.sender_id = find_charged_message.member_id
                   and m.idempotency_key = find_charged_message.key
   where p.low_id = least(find_charged_message.member_id, find_charged_message.other_id)
     and p.high_id = greatest(find_charged_message.member_id, find_charged_message.other_id)
$function$
;
CREATE OR REPLACE FUNCTION public.folded_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(translate(replace(replace(replace(replace(replace(replace(replace(regexp_replace(NORMALIZE(name, NFKD), '[̀-ͯ]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'Æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'Œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'Þ'::text, 'th'::text), 'øØłŁđĐðÐħĦŧŦıŋŊĸ'::text, 'oollddddhhttinnk'::text))
;
CREATE OR REPLACE FUNCTION public.forget_body_hash()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.body_hash = null;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.hide_profile_of_gone_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status in ('pending_deletion', 'banned', 'deleted') then
    update profiles set status = 'hidden' where member_id = new.member_id;
  elsif old.status in ('pending_deletion', 'banned', 'deleted') then
    update profiles
       set status = case when new.status <> 'active' then 'disabled' when paused_until is null then 'active' else 'paused' end
     where member_id = new.member_id;
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_searchable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status <> 'active' or new.invisible or new.main_photo_status <> 'approved' then
    delete from searchable where member_id = new.member_id;
  else
    insert into searchable values (
      new.member_id, new.last_active_at, new.date_of_birth, new.main_photo_status is not null, new.fictional,
      segment_of(new.pool, new.country, new.gender, new.sexuality), new.region, new.town, new.hair_color, new.eye_color, new.body_type,
      new.relationship_status, new.tattoos, new.interests, new.languages)
    on conflict (member_id) do update set
      (last_active_at, date_of_birth, photo, fictional, segment, region, town, hair_color, eye_color, body_type, relationship_status,
       tattoos, interests, languages) =
      row (excluded.last_active_at, excluded.date_of_birth, excluded.photo, excluded.fictional, excluded.segment, excluded.region,
       excluded.town, excluded.hair_color, excluded.eye_color, excluded.body_type, excluded.relationship_status, excluded.tattoos,
       excluded.interests, excluded.languages);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.note_checked_photo()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.checked := true;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.note_gone_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into gone_members (member_id, gone_at) values (new.member_id, now()) on conflict (member_id) do nothing;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.note_photo_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into photo_owners (photo_id, member_id) values (new.photo_id, new.member_id);
  else
    delete from photo_owners where photo_id = old.photo_id;
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.note_searchable_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update searchable set last_active_at = new.last_active_at where member_id = new.member_id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.note_unseen_photos()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select coalesce(bool_or(checked) filter (where photo_id = new.main_photo), false), count(*) filter (where not checked)
    into new.main_photo_checked, new.photos_unseen
    from photos where member_id = new.member_id and status = 'approved';
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_card_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = 'revoked' and new.state <> 'revoked' or old.state = 'revoking' and new.state not in ('revoking', 'revoked') then
    raise exception 'a removed card stays removed' using constraint = 'stored_cards_removed', errcode = 'integrity_constraint_violation';
  end if;
  if (new.payment_id, new.provider, new.mandate_id) is distinct from (old.payment_id, old.provider, old.mandate_id) then
    raise exception 'a card keeps its mandate' using constraint = 'stored_cards_kept', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only' using constraint = 'ledger_append_only', errcode = 'integrity_constraint_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_consent_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and exists (select from members where member_id = old.member_id and status = 'deleted') then
    return old;
  end if;
  raise exception 'consents are append-only' using constraint = 'consents_append_only', errcode = 'integrity_constraint_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_debit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.holder, new.mandate_text) is distinct from (old.holder, old.mandate_text)
     and (new.holder, new.mandate_text) is distinct from ('', '')
     or (new.bundle_id, new.amount, new.currency, new.discount_code, new.iban_hash, new.phone_hash, new.reference, new.creditor, new.creditor_id,
      new.collect_on, new.language) is distinct from
     (old.bundle_id, old.amount, old.currency, old.discount_code, old.iban_hash, old.phone_hash, old.reference, old.creditor, old.creditor_id,
      old.collect_on, old.language) then
    raise exception 'a mandate stays as it was shown' using constraint = 'debits_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if old.signed_at is not null and new.signed_at is distinct from old.signed_at
     or old.mandate_id is not null and (new.provider, new.mandate_id) is distinct from (old.provider, old.mandate_id)
     or old.payment_id is not null and new.payment_id is distinct from old.payment_id then
    raise exception 'a mandate is given and used once' using constraint = 'debits_once', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_debit_without_mandate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from debits
    where member_id = new.member_id and provider = new.provider and mandate_id = new.mandate
      and payment_id is null and signed_at > new.created_at - interval '36 months'
    for update;
  if not found then
    raise exception 'the mandate cannot be used' using constraint = 'payments_debit_mandate', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_direct_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.balance <> old.balance or new.entries <> old.entries) and pg_trigger_depth() < 2 then
    raise exception 'a balance changes only by a ledger entry' using constraint = 'wallets_by_ledger', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_nameless_closing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from staff_acts where number = new.number and act = 'close') then
    raise exception 'nobody closed the complaint' using constraint = 'complaints_closed_by', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_nameless_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state in ('accepted', 'paying_back', 'paid_by_hand') and not exists (
    select from staff_acts where number = new.mismatch_id::text
       and act = case new.state when 'accepted' then 'mismatches-accept' when 'paying_back' then 'mismatches-pay' else 'mismatches-paid' end
  ) then
    raise exception 'nobody decided about the money' using constraint = 'mismatches_decided_by', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_number_gap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.last <> (case when tg_op = 'INSERT' then 1 else old.last + 1 end) then
    raise exception 'receipts are numbered without gaps' using constraint = 'receipt_counters_gap', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_opening_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.balance <> 0 or new.entries <> 0 then
    raise exception 'a wallet opens empty' using constraint = 'wallets_by_ledger', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_other_card()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an order keeps its card' using constraint = 'payments_card_kept', errcode = 'integrity_constraint_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_other_complaint()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (to_jsonb(new) - 'outcome' - 'closed_at' - 'action') is distinct from (to_jsonb(old) - 'outcome' - 'closed_at' - 'action')
     or old.closed_at is not null then
    raise exception 'what was said and decided stays' using constraint = 'complaints_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_other_moderation_action()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (to_jsonb(new) - 'reverted_at' - 'ended_at') is distinct from (to_jsonb(old) - 'reverted_at' - 'ended_at')
     or old.reverted_at is not null
     or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
    raise exception 'what was decided stays' using constraint = 'moderation_actions_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_other_region()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'where the buyer of an order is, is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_other_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'what the buyer of an order asked for is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_other_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.member_id, new.withdrawal_id, new.payment_id, new.amount, new.credits, new.declared_at, new.confirmed_at)
     is distinct from
     (old.member_id, old.withdrawal_id, old.payment_id, old.amount, old.credits, old.declared_at, old.confirmed_at)
     or old.state = 'failed' and new.state <> 'failed' then
    raise exception 'what was confirmed stays' using constraint = 'withdrawals_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_price_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.valid_from <= now() then
    raise exception 'a price that has begun stays: add a new one with its valid_from'
      using constraint = 'bundle_prices_history', errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_receipt_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.document = jsonb_set(old.document, '{buyer,lines,0}', '""')
     and (new.member_id, new.payment_id, new.entry, new.company, new.number, new.issued_at)
         is not distinct from (old.member_id, old.payment_id, old.entry, old.company, old.number, old.issued_at) then
    return new;
  end if;
  raise exception 'a receipt stays' using constraint = 'ledger_append_only', errcode = 'integrity_constraint_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_redoing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.member_id, new.payment_id, new.reversal_id, new.kind, new.amount, new.seen_at)
     is distinct from (old.member_id, old.payment_id, old.reversal_id, old.kind, old.amount, old.seen_at)
     or (old.undone and not new.undone) then
    raise exception 'a reversal is only ever undone' using constraint = 'reversals_undone', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_restart()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.member_id, new.starts_at, new.ends_at) is distinct from (old.member_id, old.starts_at, old.ends_at) then
    raise exception 'a time bonus is never restarted' using constraint = 'time_bonuses_once', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_second_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    with recursive contested as (
      select c.contests as number from complaints c where c.number = new.number and c.contests is not null
      union
      select new.contests where new.contests is not null
      union
      select c.contests from complaints c join contested on c.number = contested.number where c.contests is not null
    )
    select from staff_acts a join contested on contested.number = a.number
     where a.act in ('close', 'moderate') and lower(normalize(btrim(a.who), nfkc)) = new.who
  ) then
    raise exception 'somebody else decides about an objection' using constraint = 'staff_acts_second_decision', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_unbooked_loss()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'what is lost changes only by an entry' using constraint = 'payments_lost', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_unlabelling()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.fictional and not new.fictional then
    raise exception 'the label of a fictional member stays' using constraint = 'profiles_label', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_unsettling()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status = 'completed' and new.status <> 'completed' then
    raise exception 'a completed payment stays completed' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
  end if;
  if old.status = 'completed' and new.offer_used <> old.offer_used then
    raise exception 'whether an order keeps its discount is decided when it completes' using constraint = 'payments_settled', errcode = 'integrity_constraint_violation';
  end if;
  if (new.credits, new.currency, new.fee, new.site, new.country, new.list_amount, new.discount_code, new.vat_rate, new.begun_at, new.mandate)
     is distinct from
     (old.credits, old.currency, old.fee, old.site, old.country, old.list_amount, old.discount_code, old.vat_rate, old.begun_at, old.mandate) then
    raise exception 'the price of an order is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if new.amount <> old.amount and not (
    old.status = 'mismatch' and new.mismatch = 'accepted' and new.amount < old.amount
    and exists (select from mismatches m
                 where m.provider = new.provider and m.provider_payment_id = new.provider_payment_id and m.payment_id = new.payment_id
                   and m.state = 'accepted' and m.amount = new.amount + new.fee and m.currency = new.currency)
  ) then
    raise exception 'the price of an order is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if (new.declared_country, new.request_country) is distinct from (old.declared_country, old.request_country)
     or old.payer_country is not null and new.payer_country is distinct from old.payer_country then
    raise exception 'where the buyer of an order is, is frozen' using constraint = 'payments_frozen', errcode = 'integrity_constraint_violation';
  end if;
  if (new.refunded, new.charged_back) is distinct from (old.refunded, old.charged_back) and pg_trigger_depth() < 2 then
    raise exception 'what went back changes only by an entry' using constraint = 'payments_reversed', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_unusable_card()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from stored_cards
    where member_id = new.member_id and card_id = new.stored_card_id and state = 'valid'
      and provider = new.provider and mandate_id = new.mandate
    for share;
  if not found then
    raise exception 'the card cannot be charged' using constraint = 'payments_stored_card', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.search_keys(segment text, born date, photo text, region text, town text, hair_color text, eye_color text, body_type text, relationship_status text, tattoos text, interests text[], languages text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_agg(segment || '/' || trait)
    from unnest(array['*', 'born=' || extract(year from born)::int::text, case when photo = 'approved' then 'photo' end,
                      'region=' || region, 'town=' || town, 'hair_color=' || hair_color, 'eye_color=' || eye_color,
                      'body_type=' || body_type, 'relationship_status=' || relationship_status, 'tattoos=' || tattoos]
                || array(select 'interest=' || interest from unnest(interests) as i (interest))
                || array(select 'languages=' || language from unnest(languages) as l (language))) as t (trait)
   where trait is not null
$function$
;
CREATE OR REPLACE FUNCTION public.segment_of(pool text, country text, gender text, sexuality text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((((pool || '/'::text) || country) || '/'::text) || gender) || '/'::text) || CASE WHEN (sexuality = 'hetero'::text) THEN CASE gender WHEN 'male'::text THEN 'female'::text ELSE 'male'::text END WHEN (sexuality = 'gay'::text) THEN gender WHEN (sexuality = 'lesbian'::text) THEN 'female'::text ELSE 'both'::text END)
;

CREATE TRIGGER bundle_prices_history BEFORE DELETE OR UPDATE ON public.bundle_prices FOR EACH ROW EXECUTE FUNCTION refuse_price_change();
CREATE TRIGGER complaint_answers_frozen BEFORE UPDATE ON public.complaint_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER complaint_evidence_frozen BEFORE UPDATE ON public.complaint_evidence FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER complaint_files_frozen BEFORE UPDATE ON public.complaint_files FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER complaints_closed_by BEFORE UPDATE ON public.complaints FOR EACH ROW WHEN (((old.closed_at IS NULL) AND (new.closed_at IS NOT NULL))) EXECUTE FUNCTION refuse_nameless_closing();
CREATE TRIGGER complaints_frozen BEFORE UPDATE ON public.complaints FOR EACH ROW EXECUTE FUNCTION refuse_other_complaint();
CREATE TRIGGER consents_append_only BEFORE DELETE OR UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION refuse_consent_change();
CREATE TRIGGER consents_no_truncate BEFORE TRUNCATE ON public.consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER debits_frozen BEFORE UPDATE ON public.debits FOR EACH ROW EXECUTE FUNCTION refuse_debit_change();
CREATE TRIGGER evidence_pictures_frozen BEFORE UPDATE OF content ON public.evidence_pictures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_apply BEFORE INSERT ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION apply_ledger_entry();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER members_gone AFTER UPDATE OF status ON public.members FOR EACH ROW WHEN (((new.status = ANY (ARRAY['banned'::text, 'deleted'::text])) AND (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION note_gone_member();
CREATE TRIGGER members_hide_profile AFTER UPDATE OF status ON public.members FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION hide_profile_of_gone_member();
CREATE TRIGGER members_new_address BEFORE UPDATE OF email ON public.members FOR EACH ROW WHEN ((old.email <> new.email)) EXECUTE FUNCTION begin_with_new_address();
CREATE TRIGGER messages_forget_hash BEFORE UPDATE ON public.messages FOR EACH ROW WHEN (((new.body_hash IS NOT NULL) AND ((new.idempotency_key IS NULL) OR (new.quote IS DISTINCT FROM old.quote)))) EXECUTE FUNCTION forget_body_hash();
CREATE TRIGGER mismatches_decided_by BEFORE UPDATE ON public.mismatches FOR EACH ROW WHEN ((new.state IS DISTINCT FROM old.state)) EXECUTE FUNCTION refuse_nameless_decision();
CREATE TRIGGER moderation_actions_frozen BEFORE UPDATE ON public.moderation_actions FOR EACH ROW EXECUTE FUNCTION refuse_other_moderation_action();
CREATE TRIGGER money_entries_append_only BEFORE DELETE OR UPDATE ON public.money_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER money_entries_apply BEFORE INSERT ON public.money_entries FOR EACH ROW EXECUTE FUNCTION apply_money_entry();
CREATE TRIGGER money_entries_no_truncate BEFORE TRUNCATE ON public.money_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payments_card_kept BEFORE UPDATE ON public.payments FOR EACH ROW WHEN (((new.store_card IS DISTINCT FROM old.store_card) OR (new.stored_card_id IS DISTINCT FROM old.stored_card_id))) EXECUTE FUNCTION refuse_other_card();
CREATE TRIGGER payments_debit_mandate BEFORE INSERT ON public.payments FOR EACH ROW WHEN (((new.method = 'sepa_direct_debit'::text) AND (new.mandate IS NOT NULL))) EXECUTE FUNCTION refuse_debit_without_mandate();
CREATE TRIGGER payments_lost BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((new.lost IS DISTINCT FROM old.lost)) EXECUTE FUNCTION refuse_unbooked_loss();
CREATE TRIGGER payments_region BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((new.region IS DISTINCT FROM old.region)) EXECUTE FUNCTION refuse_other_region();
CREATE TRIGGER payments_request BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((new.begun_text IS DISTINCT FROM old.begun_text)) EXECUTE FUNCTION refuse_other_request();
CREATE TRIGGER payments_settled BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION refuse_unsettling();
CREATE TRIGGER payments_stored_card BEFORE INSERT ON public.payments FOR EACH ROW WHEN ((new.stored_card_id IS NOT NULL)) EXECUTE FUNCTION refuse_unusable_card();
CREATE TRIGGER photos_checked BEFORE UPDATE OF status ON public.photos FOR EACH ROW EXECUTE FUNCTION note_checked_photo();
CREATE TRIGGER photos_owner AFTER INSERT OR DELETE ON public.photos FOR EACH ROW EXECUTE FUNCTION note_photo_owner();
CREATE TRIGGER profiles_label BEFORE UPDATE OF fictional ON public.profiles FOR EACH ROW EXECUTE FUNCTION refuse_unlabelling();
CREATE TRIGGER profiles_searchable AFTER INSERT OR UPDATE OF pool, country, gender, sexuality, date_of_birth, main_photo_status, fictional, region, town, hair_color, eye_color, body_type, relationship_status, tattoos, interests, languages, status, invisible ON public.profiles FOR EACH ROW EXECUTE FUNCTION keep_searchable();
CREATE TRIGGER profiles_searchable_activity AFTER UPDATE OF last_active_at ON public.profiles FOR EACH ROW WHEN ((old.last_active_at <> new.last_active_at)) EXECUTE FUNCTION note_searchable_activity();
CREATE TRIGGER profiles_unseen_photos BEFORE UPDATE OF main_photo, num_photos ON public.profiles FOR EACH ROW EXECUTE FUNCTION note_unseen_photos();
CREATE TRIGGER receipt_counters_gap BEFORE INSERT OR UPDATE ON public.receipt_counters FOR EACH ROW EXECUTE FUNCTION refuse_number_gap();
CREATE TRIGGER receipt_counters_kept BEFORE DELETE ON public.receipt_counters FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER receipt_numbers_kept BEFORE DELETE OR UPDATE ON public.receipt_numbers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER receipt_numbers_no_truncate BEFORE TRUNCATE ON public.receipt_numbers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER receipts_kept BEFORE DELETE OR UPDATE ON public.receipts FOR EACH ROW EXECUTE FUNCTION refuse_receipt_change();
CREATE TRIGGER receipts_no_truncate BEFORE TRUNCATE ON public.receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reversals_kept BEFORE DELETE ON public.reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reversals_no_truncate BEFORE TRUNCATE ON public.reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reversals_undone BEFORE UPDATE ON public.reversals FOR EACH ROW EXECUTE FUNCTION refuse_redoing();
CREATE TRIGGER staff_acts_append_only BEFORE DELETE OR UPDATE ON public.staff_acts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_acts_no_truncate BEFORE TRUNCATE ON public.staff_acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_acts_second_decision BEFORE INSERT ON public.staff_acts FOR EACH ROW WHEN ((new.act = 'close'::text)) EXECUTE FUNCTION refuse_second_decision();
CREATE TRIGGER stored_cards_removed BEFORE UPDATE ON public.stored_cards FOR EACH ROW EXECUTE FUNCTION refuse_card_return();
CREATE TRIGGER time_bonuses_once BEFORE UPDATE ON public.time_bonuses FOR EACH ROW EXECUTE FUNCTION refuse_restart();
CREATE TRIGGER wallets_by_ledger BEFORE UPDATE ON public.wallets FOR EACH ROW EXECUTE FUNCTION refuse_direct_balance();
CREATE TRIGGER wallets_open_empty BEFORE INSERT ON public.wallets FOR EACH ROW EXECUTE FUNCTION refuse_opening_balance();
CREATE TRIGGER withdrawals_frozen BEFORE UPDATE ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_other_withdrawal();
CREATE TRIGGER withdrawals_kept BEFORE DELETE ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_change();
