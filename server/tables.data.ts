/** A table, its owner, and where its rows lie when the tables are spread over machines. */
export interface Table {
  /** The only module whose statements write the table. */
  owner: string;
  /** The column by which its rows are spread; null: every machine has the whole table. */
  key: string | null;
  /** The table beside whose rows these lie, by the same key. */
  beside?: string;
}

const member = { key: 'member_id', beside: 'members' };
const conversation = { key: 'conversation_id', beside: 'conversations' };

/** Every table. Tests compare it with the schema, with `scripts/distribute.sql`, and with every statement. */
export const tables: Readonly<Record<string, Table>> = {
  // Small tables that every machine has whole.
  migrations: { owner: 'platform', key: null },
  installation: { owner: 'platform', key: null },
  setting_scopes: { owner: 'settings', key: null },
  domains: { owner: 'settings', key: null },
  bundles: { owner: 'settings', key: null },
  bundle_prices: { owner: 'settings', key: null },
  discount_codes: { owner: 'discounts', key: null },
  networks: { owner: 'sources', key: null },
  return_progress: { owner: 'chat', key: null },
  departures: { owner: 'accounts', key: null },
  departure_reasons: { owner: 'accounts', key: null },
  sign_up_requests: { owner: 'accounts', key: null },
  terms_seen: { owner: 'accounts', key: null },
  withdrawal_tasks: { owner: 'payments', key: null },
  mismatches: { owner: 'payments', key: null },
  withdrawal_requests: { owner: 'payments', key: null },
  complaints: { owner: 'support', key: null },
  complaint_files: { owner: 'support', key: null },
  evidence_pictures: { owner: 'support', key: null },
  complaint_evidence: { owner: 'support', key: null },
  complaint_answers: { owner: 'support', key: null },
  measures: { owner: 'support', key: null },
  desk_acts: { owner: 'staff', key: null },

  // Lookups, each spread by its lookup key.
  source_days: { owner: 'sources', key: 'network' },
  rate_limits: { owner: 'platform', key: 'key' },
  attempts: { owner: 'accounts', key: 'subject' },
  erasures: { owner: 'erasure', key: 'member_hash' },
  member_emails: { owner: 'accounts', key: 'email_key' },
  member_names: { owner: 'accounts', key: 'name_key' },
  sessions: { owner: 'accounts', key: 'token_hash' },
  tokens: { owner: 'accounts', key: 'token_hash' },
  passkey_challenges: { owner: 'accounts', key: 'challenge_hash' },
  discount_holders: { owner: 'discounts', key: 'holder' },
  start_credit_holders: { owner: 'credits', key: 'holder' },
  provider_payments: { owner: 'payments', key: 'provider_payment_id' },
  receipt_counters: { owner: 'payments', key: 'company' },
  receipt_numbers: { owner: 'payments', key: 'company' },
  debit_subjects: { owner: 'payments', key: 'subject' },
  debit_uses: { owner: 'payments', key: 'subject', beside: 'debit_subjects' },
  conversation_pairs: { owner: 'chat', key: 'low_id' },
  photo_queue: { owner: 'photos', key: 'queue' },
  photo_owners: { owner: 'photos', key: 'photo_id' },
  photo_decisions: { owner: 'photos', key: 'photo_id' },
  push_endpoints: { owner: 'notifications', key: 'endpoint_hash' },

  // Rows of a member lie beside the member.
  members: { owner: 'accounts', key: 'member_id' },
  mail_changes: { owner: 'accounts', ...member },
  passkeys: { owner: 'accounts', ...member },
  consents: { owner: 'accounts', ...member },
  profiles: { owner: 'members', ...member },
  searchable: { owner: 'members', ...member },
  hides: { owner: 'members', ...member },
  notices: { owner: 'notifications', ...member },
  push_subscriptions: { owner: 'notifications', ...member },
  digests: { owner: 'notifications', ...member },
  mail_failures: { owner: 'accounts', ...member },
  exports: { owner: 'export', ...member },
  photos: { owner: 'photos', ...member },
  likes_received: { owner: 'likes', ...member },
  likes_given: { owner: 'likes', ...member },
  likes_withdrawn: { owner: 'likes', ...member },
  swipes: { owner: 'likes', ...member },
  swipe_days: { owner: 'likes', ...member },
  icebreakers: { owner: 'chat', ...member },
  drafts: { owner: 'chat', ...member },
  evening_tables: { owner: 'members', ...member },
  blocks: { owner: 'chat', ...member },
  blocked_by: { owner: 'chat', ...member },
  inbox: { owner: 'chat', ...member },
  gone_members: { owner: 'chat', ...member },
  idempotency_keys: { owner: 'platform', ...member },
  wallets: { owner: 'credits', ...member },
  ledger_entries: { owner: 'credits', ...member },
  payments: { owner: 'payments', ...member },
  debits: { owner: 'payments', ...member },
  money_entries: { owner: 'payments', ...member },
  receipts: { owner: 'payments', ...member },
  withdrawals: { owner: 'payments', ...member },
  discount_claims: { owner: 'discounts', ...member },
  time_bonuses: { owner: 'discounts', ...member },
  last_offers: { owner: 'discounts', ...member },
  payment_customers: { owner: 'payments', ...member },
  stored_cards: { owner: 'payments', ...member },
  reversals: { owner: 'payments', ...member },
  spending_limits: { owner: 'payments', ...member },
  inactivity_warnings: { owner: 'accounts', ...member },
  dismissed_alerts: { owner: 'accounts', ...member },
  terms_notices: { owner: 'accounts', ...member },
  postbacks: { owner: 'sources', ...member },
  lots: { owner: 'credits', ...member },
  lot_uses: { owner: 'credits', ...member },

  // Rows of a conversation lie beside the conversation.
  conversations: { owner: 'chat', key: 'conversation_id' },
  messages: { owner: 'chat', ...conversation },
  gift_answers: { owner: 'chat', ...conversation },
  chat_photos: { owner: 'chat', ...conversation },
};
