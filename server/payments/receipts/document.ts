import { getCapitalTimeZone } from '../../../contract/platform/countries.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { receiptNumber } from '../../../contract/payments/receipt-number.ts';
import { getTaxName } from '../../../contract/payments/tax-names.ts';
import { vatWithin } from '../../../contract/payments/vat.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { formatIn } from '../../platform/text/format.ts';
import type { Say } from '../../platform/text/sentences.ts';
import type { Site } from '../../platform/site.ts';
import { siteTimeZone } from '../../settings/rules.ts';
import { methodName } from '../method-name.ts';
import type { PaymentRow } from '../queries.ts';
import type { EntryRow } from './queries.ts';

/** `correction`: the refund or chargeback of a credit note was undone, so the money came again. */
type ReceiptKind = 'receipt' | 'credit_note' | 'correction';

/** A frozen receipt: the amounts, in minor units, and every text as printed. */
export interface ReceiptDocument {
  kind: ReceiptKind;
  language: Language;
  currency: string;
  /** The total, negative in a credit note. */
  total: number;
  vat_rate: number;
  vat: number;
  title: string;
  facts: [name: string, value: string][];
  seller: { title: string; lines: string[] };
  buyer: { title: string; lines: string[] };
  lines: { text: string; amount: number; printed: string }[];
  sums: [name: string, printed: string][];
  notes: string[];
}

export interface ReceiptFacts {
  row: PaymentRow;
  entry: EntryRow;
  /** All earlier entries of the payment. */
  before: readonly EntryRow[];
  number: number;
  issuedAt: Date;
  buyerName: string;
  site: Site;
  /** The date of the terms that applied to the order. */
  terms: string;
  language: Language;
}

const notes = new Map<string, SentenceId>([
  ['payment', 'receipts.paid-full'],
  ['refund', 'receipts.paid-back'],
  ['chargeback', 'receipts.paid-back-bank'],
  ['refund_undone', 'receipts.corrected'],
  ['chargeback_undone', 'receipts.corrected-chargeback'],
]);

/** Writes the receipt of one entry. Its lines add up to the total exactly; the tax is rounded once, for the total. */
export function writeDocument(say: Say, facts: ReceiptFacts): ReceiptDocument {
  const { row, entry, number, issuedAt, language, site } = facts;
  const kind = deriveKind(entry);
  const { money, day } = formatIn(language);
  const zone = getCapitalTimeZone(row.country);
  const { total, vat } = deriveAmounts(facts);
  const print = (minor: number): string => money(minor, row.currency, row.country);
  const lines = listLines(say, row, kind, total).map(([text, amount]) => ({ text, amount, printed: print(amount) }));
  const first = facts.before[0]?.number;
  return {
    kind,
    language,
    currency: row.currency,
    total,
    vat_rate: row.vat_rate,
    vat,
    title: say(`receipts.${kind === 'credit_note' ? 'credit-note' : kind}`, { number: receiptNumber(number) }),
    facts: [
      ...(first ? [[say('receipts.for'), receiptNumber(first)] as [string, string]] : []),
      // The numbers are one series, dated by the seller's calendar. The payment is dated by the buyer's.
      [say('receipts.issued'), day(issuedAt, siteTimeZone(site))],
      [say('receipts.paid'), day(entry.created_at, zone)],
      [say('payments.result.number'), formatOrderNumber(row.payment_id)],
      [say('payments.result.method'), methodName(say, row.method)],
    ],
    seller: { title: say('receipts.seller'), lines: sellerLines(say, language, site) },
    buyer: { title: say('receipts.buyer'), lines: [facts.buyerName, countryName(language, row.country)] },
    lines,
    sums: [
      [say('receipts.net'), print(total - vat)],
      [taxText(say, language, row), print(vat)],
      [say('payments.order.total'), print(total)],
    ],
    notes: [
      // A rehearsal's receipt has a number that a real one will also have.
      ...(site.settings.payments_test ? [say('common.test-payments')] : []),
      say(notes.get(entry.cause) ?? 'receipts.paid-full'),
      say('receipts.terms', { date: day(new Date(facts.terms), 'UTC') }),
      say('receipts.contact', { email: site.settings.support_email }),
    ],
  };
}

function deriveKind({ cause, to_account: to }: EntryRow): ReceiptKind {
  if (to === 'buyer') return 'credit_note';
  return cause === 'payment' ? 'receipt' : 'correction';
}

/**
 * Derives the entry's amount, and its tax as the difference between totals, so that no cent is lost over many notes.
 */
function deriveAmounts({ row, entry, before }: ReceiptFacts): { total: number; vat: number } {
  const getSignedAmount = ({ to_account: to, amount }: EntryRow): number => (to === 'buyer' ? -amount : amount);
  const paid = before.reduce((sum, one) => sum + getSignedAmount(one), 0);
  const total = getSignedAmount(entry);
  return { total, vat: vatWithin(paid + total, row.vat_rate) - vatWithin(paid, row.vat_rate) };
}

function listLines(say: Say, row: PaymentRow, kind: ReceiptKind, total: number): [text: string, amount: number][] {
  const item = say('common.credits', { count: row.credits });
  if (kind !== 'receipt') return [[item, total]];
  const listed = row.list_amount ?? row.amount;
  const name =
    row.discount_code === null ? say('receipts.discount') : `${say('receipts.discount')} ${row.discount_code}`;
  return [
    [item, listed],
    ...(listed > row.amount ? [[name, row.amount - listed] as [string, number]] : []),
    ...(row.fee > 0 ? [[say('payments.order.fee'), row.fee] as [string, number]] : []),
  ];
}

function sellerLines(say: Say, language: Language, { company }: Site): string[] {
  return [
    company.name,
    company.address,
    company.city,
    countryName(language, company.country),
    say('receipts.registration', { number: company.kvk }),
    // A number of another tax includes its own name, such as ABN: 51 824 753 556.
    ...company.vat_numbers.map((number) => (number.includes(':') ? number : say('receipts.vat-number', { number }))),
  ];
}

function countryName(language: Language, country: string): string {
  return country === '' ? '' : (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country);
}

/** Returns the tax within a price, as it is called where the buyer lives, with its rate. */
export function taxText(
  say: Say,
  language: Language,
  row: { country: string; region: string | null; vat_rate: number },
): string {
  const tax = row.vat_rate === 0 ? 'none' : getTaxName(row.country, row.region);
  return say('receipts.tax', { tax, rate: formatIn(language).percent(row.vat_rate) });
}
