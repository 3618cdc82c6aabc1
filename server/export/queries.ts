import { profileAttributes } from '../../contract/members/attributes.ts';
import { type Statement, statement } from '../platform/database/database.ts';

export const findExport = statement(
  'export.find-export',
  'select export_id, asked_at, ready_at, expires_at, size::text as size, fetched_at from exports where member_id = $memberId',
);

/** Begins an export unless one was requested after `since`; the row lock lets one of two calls win. */
export const beginExport = statement(
  'export.begin-export',
  `insert into exports (member_id, export_id, asked_at) values ($memberId, $exportId, $now)
   on conflict (member_id) do update
      set export_id = excluded.export_id, asked_at = excluded.asked_at, ready_at = null, expires_at = null, size = null,
          fetched_at = null
    where exports.asked_at <= $since`,
);

export const finishExport = statement(
  'export.finish-export',
  `update exports set ready_at = $now, expires_at = $expiresAt, size = $size
    where member_id = $memberId and export_id = $exportId and ready_at is null`,
);

export const markExportFetched = statement(
  'export.mark-export-fetched',
  `update exports set fetched_at = $now
    where member_id = $memberId and export_id = $exportId and fetched_at is null and expires_at > $now`,
);

export const deleteExport = statement('export.delete-export', 'delete from exports where member_id = $memberId');

export const purgeRows = statement('export.purge-rows', 'delete from exports where asked_at < $before');

/** A conversation that was begun with a fictional member does not count. */
export const listConversations = statement(
  'export.list-conversations',
  `select conversation_id as conversation, other_id as member, started as counted, last_at as date
     from inbox where member_id = $memberId order by conversation_id`,
);

export const listOthers = statement(
  'export.list-others',
  `select conversation_id as conversation, other_id as member
     from inbox where member_id = $memberId and conversation_id = any($conversationIds)`,
);

/** Only the member's own words, without quotes of the other's profile. A quote of their own profile is another row. */
const listMessages = statement(
  'export.list-messages',
  `select conversation, kind, text, gift, photo, quote, credits, date
     from (select conversation_id as conversation, kind, text, gift, photo_id as photo, credits, created_at as date, seq,
                  case when quote_kind is not null
                       then json_build_object('kind', quote_kind, 'value', case when quote_kind <> 'about' then quote end) end as quote
             from messages where conversation_id = $conversationId and sender_id = $memberId
            union all
           select conversation_id, 'quoted', quote, null, null, null, created_at, seq, null
             from messages
            where conversation_id = $conversationId and sender_id <> $memberId and quote_kind = 'about' and quote <> '') as said
    order by seq`,
);

const listChatPhotos = statement(
  'export.list-chat-photos',
  `select conversation_id as conversation, photo_id as photo, created_at as date
     from chat_photos where conversation_id = $conversationId and sender_id = $memberId order by photo_id`,
);

const listGiftAnswers = statement(
  'export.list-gift-answers',
  `select a.conversation_id as conversation, m.gift, a.answer::integer as answer, a.answered_at as date
     from gift_answers a join messages m using (conversation_id, seq)
    where a.conversation_id = $conversationId and a.member_id = $memberId order by a.seq`,
);

const listMoney = statement(
  'export.list-money',
  `select payment_id as "order", number, from_account as from, to_account as to, amount, currency, cause, created_at as date
     from money_entries where member_id = $memberId and cause not in ('loss', 'loss_undone') order by payment_id, number`,
);

const listReversals = statement(
  'export.list-reversals',
  `select r.payment_id as "order", r.kind, r.amount, p.currency, r.undone, r.seen_at as date
     from reversals r join payments p using (member_id, payment_id)
    where r.member_id = $memberId order by r.payment_id, r.reversal_id`,
);

const listWithdrawals = statement(
  'export.list-withdrawals',
  `select w.payment_id as "order", w.state as status, w.amount, p.currency, w.credits, w.declared_at as date
     from withdrawals w join payments p using (member_id, payment_id)
    where w.member_id = $memberId order by w.withdrawal_id`,
);

/** Complaints by the member, also by form from their confirmed address. Others' complaints reveal their author. */
const isOwn = `(c.reporter_id = $memberId
  or lower(c.email) = (select lower(m.email) from members m where m.member_id = $memberId and m.confirmed_at is not null and m.email <> ''))`;

const listComplaints = statement(
  'export.list-complaints',
  `select c.number, c.kind, c.reason, c.name, c.email, c.text, c.url as link, c.received_at as date, c.outcome as answer
     from complaints c where ${isOwn} order by c.number`,
);

const listComplaintAnswers = statement(
  'export.list-complaint-answers',
  `select a.number, a.text, a.answered_at as date
     from complaint_answers a join complaints c using (number)
    where ${isOwn} order by a.number, a.position`,
);

const listComplaintFiles = statement(
  'export.list-complaint-files',
  `select f.number, f.number || '-' || f.position || '.' || f.kind as file
     from complaint_files f join complaints c using (number)
    where ${isOwn} order by f.number, f.position`,
);

export const loadComplaintFile = statement(
  'export.load-complaint-file',
  `select f.content from complaint_files f
    where f.number = left($file, 11) and f.number || '-' || f.position || '.' || f.kind = $file`,
);

interface Owned {
  memberId: MemberId;
}

/** The source of a table. `listIn` runs once for each conversation. */
export type Source =
  | { list: Statement<object, Owned>; listIn?: never }
  | { listIn: Statement<object, Owned & { conversationId: ConversationId }>; list?: never };

/** The exported columns of a member's rows with their names in the export, and the order of the rows. */
type Columns = readonly [columns: string, order?: string];

/** The exported tables in the order of the export; `module.ts` of their owners has their topics. */
const tables: Readonly<Record<string, Columns | Source>> = {
  members: [
    'email, name, site, status, language, country, next_country, next_country_from, signup_at as signed_up, confirmed_at as confirmed, paid_at as premium_since, notifications_off as notices_off, discreet_mail, search, tracking as source, terms_version, terms_accepted_at as terms_accepted, sensitive_consent_version as consent_version, sensitive_consent_at as consent_given',
  ],
  profiles: [
    `name, gender, sexuality, date_of_birth::text as born, country, region, town, about, ${profileAttributes.join(', ')}, languages, interests, invisible, paused_until, visitors_see_photo, last_active_at as last_active`,
  ],
  consents: [
    'subject as consent, given, version, text_hash, language, way, browser, system, country, noted_at as date',
    'noted_at, consent_id',
  ],
  photos: ['photo_id as photo, status, refusal as reason, created_at as date', 'position'],
  sessions: ['browser, system, country, created_at as date, seen_at as last_used', 'seen_at desc, token_hash'],
  mail_changes: [
    'old_email, new_email, asked_at as date, done_at as confirmed, refused_at as failed',
    'asked_at, change_id',
  ],
  // The table keeps the address only as a hash.
  mail_failures: ['trouble as reason, sent_at as date', 'sent_at, trouble'],
  notices: ['waiting_since as started, sent_at as date, push_off'],
  digests: ['kind, planned_at as date', 'planned_at, kind'],
  // Without the keys that can send a push.
  push_subscriptions: ['created_at as date', 'created_at, subscription_id'],
  passkeys: ['keeper, browser, system, created_at as date, used_at as last_used', 'created_at, credential_id'],
  postbacks: ['act as kind, network, amount, currency, state as status, created_at as date', 'act'],
  likes_given: ['receiver_id as member, created_at as date', 'receiver_id'],
  // When likes came. Their senders are not exported; they are on the page of likes.
  likes_received: ['created_at as date, seen_at as seen', 'sender_id'],
  swipes: ['profile_id as member, liked, swiped_at as date', 'profile_id'],
  swipe_days: ['day::text as day, likes::integer as likes', 'day'],
  blocks: ['blocked_id as member, created_at as date', 'blocked_id'],
  hides: ['hidden_id as member, created_at as date', 'hidden_id'],
  icebreakers: ['profile_id as member, rounds as number', 'profile_id'],
  drafts: ['other_id as member, text, written_at as date', 'other_id'],
  inbox: { list: listConversations },
  messages: { listIn: listMessages },
  chat_photos: { listIn: listChatPhotos },
  gift_answers: { listIn: listGiftAnswers },
  wallets: ['balance'],
  ledger_entries: [
    'number, from_account as from, to_account as to, amount as credits, cause, other_id as member, payment_id as "order", balance_after as balance, created_at as date',
    'number',
  ],
  lots: [
    'payment_id as "order", free, credits, credits_left, price_minor as amount, currency, created_at as date',
    'lot_id',
  ],
  spending_limits: ['currency, amount, next_amount as "next", break_until as until', 'currency'],
  payments: [
    'payment_id as "order", bundle_id as bundle, credits, amount, currency, method, provider, status, terms_version, discount_code as discount, language, country, declared_country, request_country, payer_country, mandate as text, created_at as date',
    'payment_id',
  ],
  money_entries: { list: listMoney },
  receipts: ['payment_id as "order", number, document, issued_at as date', 'payment_id, entry'],
  reversals: { list: listReversals },
  withdrawals: { list: listWithdrawals },
  mismatches: ['payment_id as "order", amount, currency, seen_at as date', 'seen_at, mismatch_id'],
  withdrawal_requests: [
    'name, email, order_number as "order", declaration as text, state as status, received_at as date',
    'request_id',
  ],
  stored_cards: [
    'provider, method, brand as kind, last_digits as number, expires as until, state as status, created_at as date',
    'card_id',
  ],
  payment_customers: ['provider, customer_id as number, created_at as date', 'provider'],
  debits: [
    'payment_id as "order", holder as name, iban_country as country, iban_last as iban, phone_last as phone, amount, currency, reference as number, mandate_text as text, created_at as date',
    'debit_id',
  ],
  discount_claims: ['payment_id as "order", code as discount, claimed_at as date', 'payment_id'],
  discount_codes: ['code as discount, percentage as number, valid_from as started, valid_until as until', 'code'],
  time_bonuses: ['starts_at as started, ends_at as until, dismissed_at as seen'],
  last_offers: ['starts_at as started, ends_at as until'],
  complaints: { list: listComplaints },
  complaint_files: { list: listComplaintFiles },
  complaint_answers: { list: listComplaintAnswers },
  moderation_actions: [
    'number, kind, reason, law, facts as text, decided_at as date, reverted_at as undone',
    'decided_at, number',
  ],
};

export const sources: Readonly<Record<string, Source>> = Object.fromEntries(
  Object.entries(tables).map(([table, source]) => [
    table,
    'list' in source || 'listIn' in source ? source : listOwn(table, source),
  ]),
);

function listOwn(table: string, [columns, order = 'member_id']: Columns): Source {
  // Each table's statement has a row type of its own, which the export does not need.
  const name = `export.list-${table.replaceAll('_', '-')}` as 'export.list-wallets';
  return { list: statement(name, `select ${columns} from ${table} where member_id = $memberId order by ${order}`) };
}
