import type { Statement } from '../platform/database/statement.ts';
import * as account from './queries-account.ts';
import * as money from './queries-money.ts';
import * as talk from './queries-talk.ts';

/** The topics of an export, in order: each is a page to read and the same data as JSON. */
export const exportTopics = ['account', 'likes', 'conversations', 'money', 'orders', 'support'] as const;

export type ExportTopic = (typeof exportTopics)[number];

interface Owned {
  memberId: string;
}

/** The source of a table. `listIn` runs once for each conversation. */
export type Source = { topic: ExportTopic } & (
  | { list: Statement<object, Owned>; listIn?: never }
  | { listIn: Statement<object, Owned & { conversationId: string }>; list?: never }
);

const of = (topic: ExportTopic, list: Statement<object, Owned>): Source => ({ topic, list });
const inTalk = (listIn: Statement<object, Owned & { conversationId: string }>): Source => {
  return { topic: 'conversations', listIn };
};

/** The exported tables. */
export const sources: Readonly<Record<string, Source>> = {
  members: of('account', account.listMember),
  profiles: of('account', account.listProfile),
  consents: of('account', account.listConsents),
  photos: of('account', account.listPhotos),
  sessions: of('account', account.listSessions),
  mail_changes: of('account', account.listMailChanges),
  mail_failures: of('account', account.listMailFailures),
  notices: of('account', account.listNotices),
  digests: of('account', account.listDigests),
  push_subscriptions: of('account', account.listPushes),
  passkeys: of('account', account.listPasskeys),
  postbacks: of('account', account.listPostbacks),
  likes_given: of('likes', talk.listLikesGiven),
  likes_received: of('likes', talk.listLikesReceived),
  swipes: of('likes', talk.listSwipes),
  swipe_days: of('likes', talk.listSwipeDays),
  blocks: of('likes', talk.listBlocks),
  hides: of('likes', talk.listHides),
  icebreakers: of('conversations', talk.listIcebreakers),
  drafts: of('conversations', talk.listDrafts),
  inbox: of('conversations', talk.listConversations),
  messages: inTalk(talk.listMessages),
  chat_photos: inTalk(talk.listChatPhotos),
  gift_answers: inTalk(talk.listGiftAnswers),
  wallets: of('money', money.listWallet),
  ledger_entries: of('money', money.listEntries),
  lots: of('money', money.listLots),
  spending_limits: of('money', money.listLimits),
  payments: of('orders', money.listPayments),
  money_entries: of('orders', money.listMoney),
  receipts: of('orders', money.listReceipts),
  reversals: of('orders', money.listReversals),
  withdrawals: of('orders', money.listWithdrawals),
  mismatches: of('orders', money.listMismatches),
  withdrawal_requests: of('orders', money.listDeclarations),
  stored_cards: of('orders', money.listCards),
  payment_customers: of('orders', money.listCustomers),
  debits: of('orders', money.listDebits),
  discount_claims: of('orders', money.listClaims),
  discount_codes: of('orders', money.listCodes),
  time_bonuses: of('orders', money.listBonuses),
  last_offers: of('orders', money.listLastOffers),
  complaints: of('support', account.listComplaints),
  complaint_files: of('support', account.listComplaintFiles),
  complaint_answers: of('support', account.listComplaintAnswers),
  measures: of('support', account.listMeasures),
};

const copy = 'a copy of what stands elsewhere in the export';
const others = 'acts of others, by which one would know who they are';
const guards = 'hashes and counters that guard accounts and payments';
const keysOfBrowsers = 'keys that end with the session of their browser';
const impersonal = 'says nothing of a member';
const fleeting = 'ends by itself within days';

const placed = 'where a message stands and by which call it came';
const counted = 'what the lists of conversations count, computed from the messages';

/** Columns of the conversation tables that an export leaves out, each with the reason. */
export const columnsLeftOut: Readonly<Record<string, string>> = {
  'icebreakers.shown': 'sentences of ours',
  'inbox.cleared_seq': placed,
  'inbox.closed': copy,
  'inbox.gift_unanswered': counted,
  'inbox.hidden': counted,
  'inbox.last_kind': copy,
  'inbox.last_own': copy,
  'inbox.last_seq': placed,
  'inbox.last_text': copy,
  'inbox.read_seq': placed,
  'inbox.returned_seq': placed,
  'inbox.served': placed,
  'inbox.unread': counted,
  'inbox.written': counted,
  'messages.message_id': placed,
  'messages.idempotency_key': placed,
  'messages.removed_at': 'a measure, which stands among those of staff',
  'chat_photos.width': 'the picture itself is in the export',
  'chat_photos.height': 'the picture itself is in the export',
};

/** Tables that an export leaves out, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  member_emails: copy,
  member_names: copy,
  searchable: copy,
  photo_queue: copy,
  photo_owners: copy,
  photo_decisions: copy,
  conversations: copy,
  conversation_pairs: copy,
  lot_uses: copy,
  receipt_numbers: copy,
  provider_payments: copy,
  withdrawal_tasks: copy,
  blocked_by: others,
  likes_withdrawn: others,
  complaint_evidence: 'the frozen words and pictures of whom a report is about',
  evidence_pictures: 'the frozen pictures of whom a report is about',
  desk_acts: 'what staff did',
  tokens: guards,
  passkey_challenges: guards,
  attempts: guards,
  rate_limits: guards,
  inactivity_warnings: 'that a letter was sent, which its reader has',
  dismissed_alerts: 'which tips were closed; the settings show them again',
  terms_notices: 'that a letter was sent, which its reader has, and that its notice was put away',
  push_endpoints: keysOfBrowsers,
  debit_subjects: guards,
  debit_uses: guards,
  discount_holders: guards,
  start_credit_holders: guards,
  idempotency_keys: `${fleeting}: answers to calls, whose content stands elsewhere`,
  evening_tables: `${fleeting}: whom we suggested for an evening`,
  sign_up_requests: `${fleeting}: a form that is no account yet`,
  gone_members: fleeting,
  departures: fleeting,
  exports: 'when the export itself was asked for',
  departure_reasons: impersonal,
  erasures: impersonal,
  return_progress: impersonal,
  receipt_counters: impersonal,
  bundles: impersonal,
  bundle_prices: impersonal,
  networks: impersonal,
  source_days: impersonal,
  setting_scopes: impersonal,
  domains: impersonal,
  migrations: impersonal,
  installation: impersonal,
  terms_seen: impersonal,
};
