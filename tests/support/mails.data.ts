import { dayText } from '../../contract/platform/calendar.ts';
import { toId } from '../../contract/platform/id.ts';
import type { Language } from '../../contract/platform/languages.ts';
import { getCapitalTimeZone } from '../../contract/platform/countries.ts';
import { windowAt } from '../../server/notifications/rules.ts';
import type { DigestKind } from '../../contract/notifications/notification-rules.ts';
import { formatCreditor, mandateText } from '../../server/payments/debit/start-direct-debit.ts';
import { writeDocument } from '../../server/payments/receipts/document.ts';
import { after, dayMs, hourMs, minuteMs } from '../../server/platform/clock.ts';
import type { Statements } from '../../server/platform/database/statements.gen.ts';
import type { MailJob } from '../../server/mail/queue-mail.ts';
import type { Say } from '../../server/platform/text/sentences.ts';
import type { Site } from '../../server/platform/site.ts';
import { comingVersion } from './terms.ts';

/** Rows by the statement that reads them, as the database would return them. */
export type Rows = { readonly [Name in keyof Statements]?: readonly Statements[Name]['row'][] };

export interface SampleCall {
  language: Language;
  say: Say;
  site: Site;
}

interface MailSample {
  job: MailJob;
  /** The rows about the mail's subject, besides those of its reader. */
  rows?: (call: SampleCall) => Rows;
  /** The number of new members who fit the reader, for which there is no declared statement. */
  joined?: number;
}

/** The Saturday noon at which all mails are written, outside of quiet hours. */
export const sampleNow = new Date('2026-12-26T11:30:00Z');

/** The version of the terms that one of the mails announces. */
export const sampleTerms = comingVersion('2027-02-01T00:00:00.000Z', '2026-12-26T00:00:00.000Z');

const member = toId<MemberId>('b7c1d5e0-3f0a-4c59-9a64-1d2f6a0c8e11');
const others = [
  toId<MemberId>('0c4f8a52-7d1e-4f3b-8a26-5b9d0e7c1a01'),
  toId<MemberId>('0c4f8a52-7d1e-4f3b-8a26-5b9d0e7c1a02'),
] as const;
const payment = toId<PaymentId>('7f3a92c4-1b6d-4e08-b5a7-92c3d4e5f601');
const withdrawal = toId<WithdrawalId>('3d5e7f91-2a4c-4b6d-8e0f-1a2b3c4d5e02');
const request = '9e8d7c6b-5a49-4382-9170-6f5e4d3c2b03';
const debit = toId<DebitId>('5b4a3928-1706-4f5e-8d4c-3b2a19080704');
const exported = toId<ExportId>('1f2e3d4c-5b6a-4798-8877-665544332205');
const change = '2b3c4d5e-6f70-4182-93a4-b5c6d7e8f906';
const number = '7K2QX-9MD4T';
const email = 'vera@example.org';

const ago = (milliseconds: number): Date => after(sampleNow, -milliseconds);

/** Returns the rows of the reader: a member in the Netherlands who was last online forty days ago. */
export function readerRows(language: Language): Rows {
  const account = {
    member_id: member,
    site: 'default',
    email,
    name: 'Vera van den Berg',
    password_hash: 'none',
    status: 'active',
    confirmed: true,
    language,
    country: 'NL',
    discreet_mail: false,
  } as const;
  return {
    'accounts.find-account': [account],
    'accounts.lock-account': [account],
    'notifications.find-reader': [
      {
        site: 'default',
        reachable: true,
        country: 'NL',
        region: null,
        town: null,
        language,
        notifications_off: {},
        last_active_at: ago(40 * dayMs),
      },
    ],
    'notifications.find-recipient': [{ email, paid: false, signup_at: ago(200 * dayMs), search: null }],
    'members.find-viewer': [
      {
        gender: 'female',
        sexuality: 'hetero',
        country: 'NL',
        town: null,
        interests: [],
        languages: [],
        date_of_birth: '1988-04-12',
        pool: 'default',
        hides: 0,
      },
    ],
    'members.read-relationships': others.map((other, index) => ({
      viewer_id: member,
      other_id: other,
      name: 'Somebody',
      status: 'active' as const,
      invisible: false,
      fictional: index === 1,
      same_pool: true,
      viewer_paused: false,
      blocked_by_viewer: false,
      blocked_by_other: false,
      hidden_by_viewer: false,
      liked_by_other: true,
      written_by_other: true,
      conversation_id: null,
      conversation_hidden: null,
      closed: false,
      gift_unanswered: false,
      written: false,
      started: 0,
      paid: false,
    })),
  };
}

/** Two members who wrote, one of them for the first time, and a like that is a match. */
const waiting: Rows = {
  'notifications.list-unseen-messages': others.map((other, index) => ({
    other_id: other,
    conversation_id: toId(other),
    at: ago(8 * dayMs),
    written: index === 0,
  })),
  'notifications.list-unseen-likes': [
    { other_id: others[0], at: ago(8 * dayMs), mutual: true },
    { other_id: others[1], at: ago(8 * dayMs), mutual: false },
  ],
};

const order: Statements['payments.find-payment']['row'] = {
  member_id: member,
  payment_id: payment,
  bundle_id: 'medium',
  credits: 120,
  amount: 1999,
  fee: 0,
  currency: 'EUR',
  method: 'ideal',
  provider: 'mollie',
  terms_version: null,
  provider_payment_id: 'tr_sample',
  provider_profile: null,
  redirect_url: null,
  site: 'default',
  country: 'NL',
  list_amount: 1999,
  discount_code: null,
  vat_rate: 2100,
  begun_at: ago(5 * minuteMs),
  begun_text:
    'You expressly ask for your credits straight away, before the withdrawal period ends, and acknowledge that you pay for used credits even if you withdraw, and that your right of withdrawal ends once all are used.',
  mandate: null,
  store_card: false,
  stored_card_id: null,
  instrument: null,
  return_origin: 'https://tealight.example',
  description: 'Order',
  language: 'en',
  status: 'completed',
  created_at: ago(5 * minuteMs),
  settled_at: ago(3 * minuteMs),
  refunded: 0,
  charged_back: 0,
  receipt_number: 1042,
  withdrawn: 0,
  waived: 0,
  transfer_iban: null,
  transfer_bic: null,
  transfer_holder: null,
  transfer_reference: null,
  offer_used: false,
  mismatch: null,
  lost: 0,
  region: null,
  cancelled_at: null,
  declared_country: 'NL',
  request_country: null,
  payer_country: null,
  under_way: false,
};
const byTransfer = { ...order, method: 'wire_transfer' } as const;

const entries: Statements['payments.list-entries-with-receipts']['row'][] = [
  { entry: 1, cause: 'payment', to_account: 'house', amount: 1999, created_at: ago(3 * minuteMs), number: 1042 },
  { entry: 2, cause: 'refund', to_account: 'buyer', amount: 1999, created_at: ago(minuteMs), number: 1043 },
];

function receiptRows(index: 0 | 1): (call: SampleCall) => Rows {
  return ({ say, language, site }) => {
    const entry = entries[index]!;
    const issuedAt = ago(minuteMs);
    const facts = {
      row: order,
      entry,
      before: entries.slice(0, index),
      number: entry.number!,
      issuedAt,
      site,
      terms: '2023-12-01T12:00:00.000Z',
      language,
    };
    const document = writeDocument(say, { ...facts, buyerName: 'Vera van den Berg' });
    return {
      'payments.find-payment': [order],
      'payments.list-entries-with-receipts': entries,
      'payments.find-receipt': [{ number: facts.number, issued_at: issuedAt, document }],
    };
  };
}

function withdrawalRows(
  row: Statements['payments.find-payment']['row'],
  state: Statements['payments.find-withdrawal']['row']['state'],
  overTerms = false,
): () => Rows {
  return () => ({
    'payments.find-payment': [row],
    'payments.find-withdrawal': [
      {
        member_id: member,
        withdrawal_id: withdrawal,
        payment_id: payment,
        state,
        amount: 1666,
        credits: 100,
        declared_at: ago(2 * minuteMs),
        confirmed_at: ago(minuteMs),
        refund_id: null,
        asked_at: null,
        settled_at: null,
        over_terms: overTerms,
      },
    ],
  });
}

const declarationRows =
  (state: Statements['payments.find-withdrawal-request']['row']['state']) =>
  ({ language }: SampleCall): Rows => ({
    'payments.find-withdrawal-request': [
      {
        request_id: request,
        site: 'default',
        language,
        name: 'Vera van den Berg',
        email,
        order_number: '7F3A92C4',
        ordered_on: '2026-12-20',
        declaration: 'I withdraw from my order of credits. Please pay back what I have not used.',
        received_at: ago(minuteMs),
        state,
        moved_at: null,
        member_id: member,
        payment_id: payment,
      },
    ],
  });

function debitRows({ say, language, site }: SampleCall): Rows {
  const creditor = formatCreditor(site.company);
  const collectOn = '2026-12-28';
  const terms = { creditor, amount: 1999, currency: 'EUR', day: collectOn, law: 'NL' };
  return {
    'payments.find-debit': [
      {
        member_id: member,
        debit_id: debit,
        bundle_id: 'medium',
        amount: 1999,
        currency: 'EUR',
        discount_code: null,
        begin_at_once: true,
        language,
        site: 'default',
        holder: 'V. van den Berg',
        iban_hash: '',
        iban_country: 'NL',
        iban_last: '4300',
        phone_hash: '',
        phone_last: '78',
        sealed: null,
        code_number: 1,
        code_at: null,
        tries: 0,
        reference: 'TEALIGHT-7F3A92C4-1B6D4E08',
        creditor,
        creditor_id: 'NL22ZZZ000000000000',
        mandate_text: mandateText(say, language, terms).join('\n'),
        collect_on: collectOn,
        refused_at: null,
        signed_at: ago(minuteMs),
        provider: 'mollie',
        mandate_id: null,
        payment_id: payment,
        created_at: ago(5 * minuteMs),
      },
    ],
  };
}

const moderationActionRows = (revertedAt: Date | null) => (): Rows => ({
  'support.find-moderation-action': [
    {
      number,
      member_id: member,
      kind: 'photo',
      reason: 'own',
      law: '',
      facts: 'The second photo shows an actor.\nIt is not you.',
      about_at: ago(3 * dayMs),
      source: 'report',
      ends_at: null,
      decided_at: ago(dayMs),
      ended_at: null,
      reverted_at: revertedAt,
      banned_otherwise: false,
    },
  ],
});

const complaintRows =
  (outcome: Statements['support.find-complaint']['row']['outcome'] = null) =>
  ({ language }: SampleCall): Rows => ({
    'support.find-complaint': [
      {
        number,
        kind: 'rules',
        reason: null,
        reporter_id: null,
        about_id: null,
        site: 'default',
        language,
        name: 'Vera van den Berg',
        email,
        receipt: true,
        text: 'Somebody sells watches.',
        url: 'https://tealight.example/members/1',
        contests: null,
        received_at: ago(dayMs),
        outcome,
        closed_at: outcome && ago(minuteMs),
        reverted: false,
      },
    ],
    'support.list-answers': [
      {
        position: 1,
        text: 'Thank you for telling us.\nWe have looked at the profile and at what was written from it.',
        answered_at: ago(minuteMs),
      },
    ],
  });

const changeRows = (doneAt: Date | null) => (): Rows => ({
  'accounts.list-mail-changes': [
    {
      change_id: change,
      old_email: email,
      new_email: 'vera@new.example',
      asked_at: ago(hourMs),
      done_at: doneAt,
      refused_at: null,
    },
  ],
});

const toMember = (kind: string, id = ''): MailJob => ({ kind, member_id: member, id });
const toAnybody = (kind: string, id: string): MailJob => ({ kind, member_id: null, id });
/** Returns the job of a mail for the open window of its kind. */
const digest = (kind: DigestKind): MailJob =>
  toMember(kind, dayText(windowAt(kind, getCapitalTimeZone('NL'), sampleNow).day));

/** A sample of every mail for the same reader, by the name of its template. */
export const mailSamples: Readonly<Record<string, MailSample>> = {
  activation: {
    job: toMember('activation'),
    rows: ({ language }) => {
      const [reader] = readerRows(language)['accounts.find-account'] ?? [];
      return reader ? { 'accounts.find-account': [{ ...reader, status: 'not_confirmed', confirmed: false }] } : {};
    },
  },
  reset: { job: toMember('reset') },
  'password-changed': { job: toMember('password-changed') },
  'passkey-added': { job: toMember('passkey-added') },
  'passkey-removed': { job: toMember('passkey-removed') },
  'sign-up-attempt': { job: toMember('sign-up-attempt') },
  'sign-up-again': { job: toMember('sign-up-again') },
  leaving: {
    job: toMember('leaving'),
    rows: () => ({ 'accounts.find-account-deletion': [{ due_at: after(sampleNow, 30 * dayMs) }] }),
  },
  'mail-change': { job: toAnybody('mail-change', `${member}/${change}`), rows: changeRows(null) },
  'mail-change-taken': { job: toMember('mail-change-taken', `${member}/${change}`) },
  'mail-changed': { job: toAnybody('mail-changed', `${member}/${change}`), rows: changeRows(ago(minuteMs)) },
  inactive: { job: toMember('inactive', sampleNow.toISOString()) },
  'inactive-closed': {
    job: toMember('inactive-closed', sampleNow.toISOString()),
    rows: ({ language }) => ({
      'accounts.find-account': (readerRows(language)['accounts.find-account'] ?? []).map((reader) => ({
        ...reader,
        status: 'banned',
      })),
    }),
  },
  'terms-question': {
    job: toMember('terms-question', sampleTerms.appliesAt),
    rows: () => ({ 'accounts.find-told': [{ member_id: member }] }),
  },
  'terms-change': {
    job: toMember('terms-change', sampleTerms.appliesAt),
    rows: () => ({ 'accounts.find-told': [{ member_id: member }] }),
  },
  'export-ready': {
    job: toMember('export-ready', exported),
    rows: () => ({
      'export.find-export': [
        {
          export_id: exported,
          asked_at: ago(hourMs),
          ready_at: ago(minuteMs),
          expires_at: after(sampleNow, dayMs),
          size: '1048576',
          fetched_at: null,
        },
      ],
    }),
  },
  notice: { job: toMember('notice', sampleNow.toISOString()), rows: () => waiting },
  unread_message_reminders: { job: digest('unread_message_reminders'), rows: () => waiting },
  weekly_updates: { job: digest('weekly_updates'), rows: () => waiting, joined: 12 },
  reminders: {
    job: digest('reminders'),
    rows: () => ({
      'notifications.find-profile-gaps': [{ about: true, photo: true }],
      'notifications.list-drafted': [{ other_id: others[0] }],
    }),
  },
  promotions: {
    job: digest('promotions'),
    rows: () => ({
      'notifications.find-about': [{ about: 'EVENING20' }],
      'discounts.list-price-rows': [
        {
          bundle_id: 'medium',
          scope: 'default',
          credits: 120,
          position: 2,
          amount: 1999,
          currency: 'EUR',
          valid_from: ago(400 * dayMs),
        },
      ],
      'discounts.find-code': [
        {
          code: 'EVENING20',
          scope: 'default',
          percentage: 20,
          minimum: 1500,
          currency: 'EUR',
          country: 'NL',
          member_id: member,
          valid_from: ago(dayMs),
          valid_until: after(sampleNow, 10 * dayMs),
          ended_at: null,
          uses_max: null,
          member_uses_max: 1,
          uses: 0,
          created_at: ago(dayMs),
        },
      ],
    }),
  },
  news: { job: digest('news') },
  'order-confirmation': { job: toMember('order-confirmation', payment), rows: receiptRows(0) },
  'credit-note': { job: toMember('credit-note', `${payment}/2`), rows: receiptRows(1) },
  'transfer-instructions': {
    job: toMember('transfer-instructions', payment),
    rows: () => ({
      'payments.find-payment': [
        {
          ...byTransfer,
          status: 'pending',
          settled_at: null,
          transfer_iban: 'NL91 ABNA 0417 1643 00',
          transfer_bic: 'ABNANL2A',
          transfer_holder: 'Tealight Example B.V.',
          transfer_reference: 'RF12-3456-7890-1234',
        },
      ],
    }),
  },
  'debit-mandate': { job: toMember('debit-mandate', debit), rows: debitRows },
  'withdrawal-received': {
    job: toMember('withdrawal-received', withdrawal),
    rows: withdrawalRows(order, 'confirmed'),
  },
  'credits-paid-back': {
    job: toMember('credits-paid-back', withdrawal),
    rows: withdrawalRows(order, 'confirmed', true),
  },
  'withdrawal-by-hand': {
    job: toMember('withdrawal-by-hand', withdrawal),
    rows: withdrawalRows(byTransfer, 'by_hand'),
  },
  'withdrawal-failed': { job: toMember('withdrawal-failed', withdrawal), rows: withdrawalRows(order, 'failed') },
  'offer-used': {
    job: toMember('offer-used', payment),
    rows: () => ({ 'payments.find-payment': [{ ...byTransfer, offer_used: true }] }),
  },
  'declaration-received': { job: toAnybody('declaration-received', request), rows: declarationRows('received') },
  'declaration-confirm': { job: toMember('declaration-confirm', request), rows: declarationRows('asked') },
  'complaint-received': { job: toAnybody('complaint-received', number), rows: complaintRows() },
  'complaint-answered': { job: toAnybody('complaint-answered', `${number}/1`), rows: complaintRows() },
  'complaint-closed': { job: toAnybody('complaint-closed', number), rows: complaintRows('acted') },
  'statement-of-reasons': { job: toMember('statement-of-reasons', number), rows: moderationActionRows(null) },
  'moderation-action-reverted': {
    job: toMember('moderation-action-reverted', number),
    rows: moderationActionRows(ago(minuteMs)),
  },
};
