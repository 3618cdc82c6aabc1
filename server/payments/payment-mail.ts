import { type Country, isCountry, getCapitalTimeZone } from '../../contract/platform/countries.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import { methodsRefundedByHand } from '../../contract/payments/payment-methods.ts';
import { vatWithin } from '../../contract/payments/vat.ts';
import { withdrawalPeriod, withdrawalZone } from '../../contract/withdrawal/withdrawal-period.ts';
import { isId } from '../../contract/platform/id.ts';
import type { AppContext } from '../context.ts';
import { type MailContent, type MailCall, type MailTemplate, queueMail } from '../mail/queue-mail.ts';
import type { Transaction } from '../platform/database/database.ts';
import { formatIn } from '../platform/text/format.ts';
import type { Say } from '../platform/text/sentences.ts';
import { refundDaysIn, siteTimeZone } from '../settings/rules.ts';
import { methodName } from './method-name.ts';
import { toTransfer } from './present.ts';
import { type PaymentRow, findPayment } from './queries.ts';
import { taxText } from './receipts/document.ts';
import { attachReceipt } from './receipts/get-receipt.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { findReceipt, listEntriesWithReceipts } from './receipts/queries.ts';
import { writeDay } from './debit/start-direct-debit.ts';
import { maskIban } from './debit/present.ts';
import { findDebit } from './debit/queries.ts';

/** Queues a mail to the buyer of an order, with links to the address at which it was placed. */
export function mailBuyer(
  context: AppContext,
  tx: Transaction,
  { member_id: memberId, return_origin: origin }: Pick<PaymentRow, 'member_id' | 'return_origin'>,
  template: MailTemplate,
  id: string,
): Promise<void> {
  return queueMail(tx, { context, origin }, { template, memberId, id });
}

/** Finds the order that a mail is about, if it names one. */
export async function findMailedPayment({ context, memberId }: MailCall, id: string): Promise<PaymentRow | undefined> {
  if (memberId === null || !isId<PaymentId>(id)) return undefined;
  return context.database.first(findPayment, { memberId, paymentId: id });
}

/** Returns the button and the note of a mail about an order. */
export function aboutOrder({ say, site }: MailCall, paymentId: PaymentId) {
  return {
    button: { text: say('receipts.confirm.button'), path: `/transactions/${paymentId}` },
    notes: [say('receipts.contact', { email: site.settings.support_email })],
  };
}

/** Confirms a completed order to the buyer on a durable medium (directive 2011/83, article 8(7)). */
export const orderConfirmation: MailTemplate = {
  name: 'order-confirmation',
  importance: 'mail',
  write: async (call) => {
    const { context, say, id } = call;
    const row = await findMailedPayment(call, id);
    if (!row || row.status !== 'completed' || row.offer_used) return null;
    const { button, notes } = aboutOrder(call, row.payment_id);
    return {
      subject: say('receipts.confirm.subject', { number: formatOrderNumber(row.payment_id) }),
      title: say('receipts.confirm.title'),
      paragraphs: [say('receipts.confirm.text', { count: row.credits })],
      facts: buildFacts(call, row),
      button,
      notes: [say('receipts.confirm.keep'), say('payments.order.once'), ...notes],
      enclosures: await buildEnclosures(call, row),
      attachments: [await attachReceipt(context, row)],
    };
  },
};

function buildFacts({ say, language }: MailCall, row: PaymentRow): NonNullable<MailContent['facts']> {
  const { money, day } = formatIn(language);
  const total = row.amount + row.fee;
  const print = (minor: number): string => money(minor, row.currency, row.country);
  const vat = print(vatWithin(total, row.vat_rate));
  return [
    [say('payments.result.number'), formatOrderNumber(row.payment_id)],
    [say('payments.result.date'), day(row.created_at, getCapitalTimeZone(row.country))],
    [say('payments.result.method'), methodName(say, row.method)],
    [say('common.credits', { count: row.credits }), print(row.amount)],
    ...(row.fee > 0 ? [[say('payments.order.fee'), print(row.fee)] as const] : []),
    [say('payments.order.total'), print(total)],
    [taxText(say, language, row), vat],
  ];
}

async function buildEnclosures(call: MailCall, row: PaymentRow): Promise<NonNullable<MailContent['enclosures']>> {
  const { context, say, language, site } = call;
  const seller = await context.sites.ofMember(row.site, null);
  const country: Country = isCountry(row.country) ? row.country : seller.company.country;
  const days = refundDaysIn([country], seller.settings.refund_days);
  if (days === 0) return [];
  const { day } = formatIn(language);
  const { endsAt } = withdrawalPeriod(row.settled_at ?? row.created_at, days, country);
  const { name: company, address, city } = seller.company;
  const email = seller.settings.support_email;
  return [
    {
      title: say('receipts.withdraw'),
      lines: [
        say('receipts.withdraw.until', { date: day(new Date(endsAt.getTime() - 1), withdrawalZone(country)) }),
        say('receipts.withdraw.how', { link: `${site.settings.domain}/return-policy`, email }),
        ...listRequestLines(say, row),
        say(methodsRefundedByHand.includes(row.method) ? 'receipts.withdraw.back-by-hand' : 'receipts.withdraw.back'),
      ],
    },
    {
      title: say('receipts.form'),
      lines: [
        say('receipts.form.intro'),
        say('receipts.form.to', { company, address, city, email }),
        say('receipts.form.notice', { count: row.credits, number: formatOrderNumber(row.payment_id) }),
        say('receipts.form.ordered', { date: day(row.created_at, getCapitalTimeZone(row.country)) }),
        say('receipts.form.blanks'),
      ],
    },
  ];
}

/** Lists the buyer's request in the words of the order, and our acknowledgment; or that we do not begin at once. */
function listRequestLines(say: Say, { begun_at: begunAt, begun_text: text }: PaymentRow): string[] {
  if (begunAt === null) return [say('receipts.not-at-once')];
  return [...(text === null ? [] : [say('receipts.request', { text })]), say('receipts.at-once')];
}

export const transferInstructions: MailTemplate = {
  name: 'transfer-instructions',
  importance: 'mail',
  unconfirmed: 'counted',
  write: async (call) => {
    const { say, language, id } = call;
    const row = await findMailedPayment(call, id);
    const transfer = row && toTransfer(row);
    if (!transfer || row.status !== 'pending') return null;
    const number = formatOrderNumber(row.payment_id);
    const amount = formatIn(language).money(row.amount + row.fee, row.currency, row.country);
    return {
      subject: say('payments.transfer.mail.subject', { number }),
      title: say('payments.transfer.title', { amount }),
      paragraphs: [say('payments.transfer.note'), say('payments.result.next.transfer')],
      facts: [
        [say('payments.transfer.holder'), transfer.holder],
        [say('payments.transfer.iban'), transfer.iban],
        [say('payments.transfer.bic'), transfer.bic],
        [say('payments.transfer.reference'), transfer.reference],
        [say('payments.result.amount'), amount],
        [say('payments.result.number'), number],
      ],
      ...aboutOrder(call, row.payment_id),
    };
  },
};

const texts = new Map<string, SentenceId>([
  ['refund', 'receipts.note.refund'],
  ['chargeback', 'receipts.note.chargeback'],
  ['refund_undone', 'receipts.note.refund-undone'],
  ['chargeback_undone', 'receipts.note.chargeback-undone'],
]);

/** Mails the buyer the credit note of a refund or chargeback, or the correction after one was undone. */
export const creditNote: MailTemplate = {
  name: 'credit-note',
  importance: 'mail',
  write: async (call) => {
    const { context, say, language, site, id } = call;
    const [paymentId = '', number = ''] = id.split('/');
    const row = await findMailedPayment(call, paymentId);
    if (!row) return null;
    const ids = { memberId: row.member_id, paymentId: row.payment_id };
    const entries = await context.database.all(listEntriesWithReceipts, ids);
    const entry = entries.find((one) => one.entry === Number(number));
    const receipt = entry && (await context.database.first(findReceipt, { ...ids, entry: entry.entry }));
    const text = entry && texts.get(entry.cause);
    if (!receipt || !text) return null;
    const { title } = receipt.document;
    const { money, day } = formatIn(language);
    const amount = money(entry.amount, row.currency, row.country);
    return {
      subject: say('receipts.note.subject', { title, number: formatOrderNumber(paymentId) }),
      title,
      paragraphs: [say(text, { amount })],
      facts: [
        [say('payments.result.number'), formatOrderNumber(paymentId)],
        [say('payments.result.amount'), amount],
        [say('receipts.issued'), day(receipt.issued_at, siteTimeZone(site))],
      ],
      ...aboutOrder(call, row.payment_id),
      attachments: [await attachReceipt(context, row, entry.entry)],
    };
  },
};

/** The member's copy of a mandate. It announces the collection two days before: amount, day, reference and creditor. */
export const debitMandate: MailTemplate = {
  name: 'debit-mandate',
  importance: 'mail',
  write: async (call) => {
    const { context, say, language, memberId, id } = call;
    const row = memberId && (await context.database.first(findDebit, { memberId, debitId: id }));
    if (!row || row.payment_id === null) return null;
    const amount = formatIn(language).money(row.amount, row.currency);
    const date = writeDay(language, row.collect_on);
    const law = row.iban_country;
    const facts: NonNullable<MailContent['facts']> = [
      [say('direct-debit.mandate.reference', { law }), row.reference],
      [say('direct-debit.mandate.creditor', { law }), row.creditor],
      [say('direct-debit.mandate.creditor-id', { law }), row.creditor_id],
      [say('direct-debit.mandate.holder'), row.holder],
      [say('direct-debit.mandate.account'), maskIban(row)],
      [say('direct-debit.mandate.type'), say('direct-debit.mandate.one-off')],
      [say('direct-debit.mandate.amount'), amount],
      [say('direct-debit.mandate.date'), date],
    ];
    return {
      subject: say('direct-debit.mail.subject', { number: formatOrderNumber(row.payment_id) }),
      title: say('direct-debit.mail.title', { amount }),
      paragraphs: [
        say('direct-debit.mail.text', { amount, date, account: maskIban(row) }),
        say('direct-debit.mail.next'),
      ],
      facts,
      ...aboutOrder(call, row.payment_id),
      // The text as given, in the language used then.
      enclosures: [{ title: say('direct-debit.mandate.title', { law }), lines: row.mandate_text.split('\n') }],
    };
  },
};
