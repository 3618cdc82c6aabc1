import { startCreditsMonths } from '../../contract/credits/limits.ts';
import { idempotencyDays } from '../../contract/platform/limits.ts';
import { trackingKeptMonths } from '../../contract/sources/limits.ts';
import { complaintKeptMonths } from '../../contract/support/limits.ts';
import { declarationKeptYears } from '../../contract/withdrawal/limits.ts';

/**
 * What an erasure does to the rows of a table.
 * - `deleted`: the rows of the member are gone.
 * - `emptied`: a row stays for others, without anything that a member wrote or chose to tell.
 * - `kept`: required by law, or so that nobody is charged or favored twice.
 * - `expires`: deleted within days, with or without an erasure.
 * - `impersonal`: contains nothing about a member.
 */
export type RetentionRule = 'deleted' | 'emptied' | 'kept' | 'expires' | 'impersonal';

export interface Retention {
  rule: RetentionRule;
  /** Why, and for how long if not forever. */
  why: string;
  /**
   * How long a row is kept at most without an erasure, counted from the time in a column and enforced by `purges.ts`.
   * Without a limit, rows stay as long as the account, or as `why` says.
   */
  limit?: { from: string; days?: number; months?: number };
  /** The text columns that may keep their content after an erasure. */
  keeps?: readonly string[];
}

const gone: Retention = { rule: 'deleted', why: 'belongs to the member alone' };
const settings: Retention = { rule: 'impersonal', why: 'settings of the operator' };
const books = 'the books: ten years';

/** What happens to every table when a member is erased. A test compares the list with the schema. */
export const retention: Readonly<Record<string, Retention>> = {
  // accounts
  members: {
    rule: 'emptied',
    why: 'records of payments refer to the id',
    keeps: ['site', 'status', 'language', 'country'],
  },
  member_emails: { ...gone, limit: { from: 'kept_until' } },
  member_names: gone,
  sessions: { ...gone, limit: { from: 'expires_at' } },
  tokens: { ...gone, limit: { from: 'expires_at' } },
  passkeys: gone,
  passkey_challenges: {
    rule: 'expires',
    why: 'works for minutes; gone in the night after',
    limit: { from: 'expires_at' },
  },
  mail_changes: { ...gone, limit: { from: 'done_at', days: 3 } },
  consents: { rule: 'deleted', why: 'belongs to the member alone; what a purchase needs stands with the order' },
  sign_up_requests: { ...gone, limit: { from: 'requested_at', days: 7 } },
  mail_failures: { ...gone, limit: { from: 'sent_at', days: 31 } },
  attempts: {
    rule: 'deleted',
    why: 'what counts by the id; hashes of addresses expire within 30 days',
    limit: { from: 'ends_at' },
  },
  departures: { rule: 'deleted', why: 'says when to erase; stays until the last mandate may go' },
  inactivity_warnings: gone,
  terms_notices: gone,
  dismissed_alerts: gone,
  departure_reasons: { rule: 'impersonal', why: 'counts, without saying whose' },
  erasures: { rule: 'kept', why: 'a hash of the id, so that no restore undoes an erasure', keeps: ['member_hash'] },

  // members, photos
  profiles: {
    rule: 'emptied',
    why: 'the conversations of others lead to it',
    keeps: ['gender', 'country', 'status', 'pool'],
  },
  searchable: gone,
  hides: gone,
  notices: gone,
  push_subscriptions: { rule: 'deleted', why: 'ends with its session, at the latest in the night after' },
  push_endpoints: { rule: 'deleted', why: 'as the subscription' },
  digests: {
    rule: 'deleted',
    why: 'belongs to the member alone; one about a thing that is told once stays as long as the account',
    limit: { from: 'planned_at', days: 35 },
  },
  exports: { ...gone, limit: { from: 'asked_at', days: 30 } },
  evening_tables: { ...gone, limit: { from: 'evening', days: 3 } },
  photos: gone,
  photo_queue: gone,
  photo_owners: gone,
  photo_decisions: gone,

  // likes, chat
  likes_given: gone,
  likes_received: gone,
  likes_withdrawn: { ...gone, limit: { from: 'created_at', days: 1 } },
  swipes: { ...gone, limit: { from: 'swiped_at', days: 30 } },
  swipe_days: { ...gone, limit: { from: 'day', days: 31 } },
  icebreakers: gone,
  drafts: gone,
  blocks: gone,
  blocked_by: gone,
  inbox: { rule: 'deleted', why: 'the other’s side keeps their own last words alone' },
  messages: { rule: 'emptied', why: 'the other keeps the conversation with their own words', keeps: ['kind', 'gift'] },
  gift_answers: gone,
  chat_photos: gone,
  conversations: { rule: 'emptied', why: 'the other keeps the conversation; with the second member it is gone' },
  conversation_pairs: { rule: 'emptied', why: 'as the conversation' },
  gone_members: { rule: 'expires', why: 'a minute, until what was not opened is paid back' },
  return_progress: settings,

  // credits, payments
  wallets: { rule: 'kept', why: books },
  ledger_entries: { rule: 'kept', why: books, keeps: ['from_account', 'to_account', 'cause', 'cause_id'] },
  lots: { rule: 'kept', why: books, keeps: ['currency'] },
  lot_uses: { rule: 'kept', why: books },
  start_credit_holders: {
    rule: 'kept',
    why: 'a hash of the mailbox, so that start credits are given once within the time',
    limit: { from: 'given_at', months: startCreditsMonths },
    keeps: ['holder'],
  },
  money_entries: { rule: 'kept', why: books, keeps: ['from_account', 'to_account', 'currency', 'cause'] },
  payments: {
    rule: 'kept',
    why: `${books}; the instrument is a hash, so that a discount is taken once`,
    keeps: [
      'bundle_id',
      'currency',
      'method',
      'provider',
      'provider_payment_id',
      'redirect_url',
      'status',
      'return_origin',
      'description',
      'language',
      'provider_profile',
      'mismatch',
      'region',
      'site',
      'country',
      'declared_country',
      'request_country',
      'payer_country',
      'discount_code',
      'mandate',
      'instrument',
      'transfer_iban',
      'transfer_bic',
      'transfer_holder',
      'transfer_reference',
    ],
  },
  provider_payments: {
    rule: 'kept',
    why: 'a refund or chargeback is told by it',
    keeps: ['provider', 'provider_payment_id'],
  },
  receipts: { rule: 'kept', why: `${books}; without the name of the buyer`, keeps: ['company'] },
  receipt_counters: { rule: 'impersonal', why: books },
  receipt_numbers: { rule: 'kept', why: books, keeps: ['company'] },
  reversals: { rule: 'kept', why: books, keeps: ['reversal_id', 'kind'] },
  withdrawals: { rule: 'kept', why: books, keeps: ['state', 'refund_id'] },
  mismatches: {
    rule: 'kept',
    why: `${books}; it may still have to go back`,
    keeps: ['provider', 'provider_payment_id', 'profile', 'currency', 'wrong', 'state'],
  },
  withdrawal_tasks: { rule: 'kept', why: 'a refund that is still owed' },
  withdrawal_requests: {
    rule: 'kept',
    why: 'what was declared, three years, as the privacy notice says',
    limit: { from: 'received_at', months: 12 * declarationKeptYears },
    keeps: ['site', 'language', 'name', 'email', 'order_number', 'ordered_on', 'declaration', 'state'],
  },
  debits: {
    rule: 'kept',
    why: 'a mandate, until 14 months after its collection; then without holder and text',
    keeps: [
      'bundle_id',
      'currency',
      'discount_code',
      'language',
      'site',
      'holder',
      'iban_hash',
      'iban_country',
      'iban_last',
      'phone_hash',
      'phone_last',
      'reference',
      'creditor',
      'creditor_id',
      'mandate_text',
      'provider',
      'mandate_id',
    ],
  },
  debit_subjects: { rule: 'kept', why: 'hashes of blocked accounts and numbers', keeps: ['subject'] },
  debit_uses: { rule: 'kept', why: 'hashes, for the limits of direct debit', keeps: ['subject'] },
  stored_cards: {
    rule: 'emptied',
    why: 'the mandate, until the provider has revoked it',
    keeps: ['provider', 'mandate_id', 'method', 'state'],
  },
  payment_customers: {
    rule: 'deleted',
    why: 'once the provider has deleted the customer; as long as a mandate there must be provable it stays',
    keeps: ['provider', 'customer_id'],
  },
  spending_limits: gone,
  discount_claims: {
    rule: 'kept',
    why: 'belongs to the order; holders are hashes',
    keeps: ['slot', 'code', 'scope', 'holders'],
  },
  discount_holders: {
    rule: 'kept',
    why: 'hashes, so that a discount for once is taken once',
    keeps: ['holder', 'slot'],
  },
  discount_codes: { rule: 'deleted', why: 'personal codes; others are settings' },
  time_bonuses: gone,
  last_offers: gone,
  bundles: settings,
  bundle_prices: settings,

  // support
  complaints: {
    rule: 'kept',
    why: 'evidence of what was reported and decided, until six months after it was closed, or a complaint about it is',
    limit: { from: 'closed_at', months: complaintKeptMonths },
    keeps: [
      'number',
      'kind',
      'reason',
      'site',
      'language',
      'name',
      'email',
      'email_key',
      'text',
      'url',
      'contests',
      'outcome',
      'measure',
    ],
  },
  complaint_files: { rule: 'kept', why: 'as the complaint', keeps: ['number', 'kind', 'sha256'] },
  complaint_evidence: { rule: 'kept', why: 'as the complaint', keeps: ['number', 'kind', 'content', 'picture_hash'] },
  evidence_pictures: { rule: 'kept', why: 'as the last complaint that copied it', keeps: ['picture_hash'] },
  complaint_answers: { rule: 'kept', why: 'as the complaint', keeps: ['number', 'text'] },
  measures: {
    rule: 'kept',
    why: 'what was decided and why, until six months after it, until a complaint about it is closed, or while its ban stands',
    limit: { from: 'decided_at', months: complaintKeptMonths },
    keeps: ['number', 'kind', 'ground', 'law', 'facts', 'source'],
  },
  desk_acts: {
    rule: 'kept',
    why: 'what staff did, by numbers and ids, without a word of a member',
    keeps: ['who', 'account', 'act', 'number', 'detail', 'contests'],
  },

  // sources, settings, platform
  postbacks: { ...gone, limit: { from: 'created_at', months: trackingKeptMonths } },
  networks: settings,
  source_days: { rule: 'impersonal', why: 'counts of visits' },
  setting_scopes: settings,
  domains: settings,
  idempotency_keys: { ...gone, limit: { from: 'created_at', days: idempotencyDays } },
  rate_limits: { rule: 'expires', why: 'a day' },
  migrations: { rule: 'impersonal', why: 'the schema' },
  installation: { rule: 'impersonal', why: 'what the database belongs to' },
  terms_seen: { rule: 'impersonal', why: 'when versions of the terms came' },
};
