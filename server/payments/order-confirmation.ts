import { countries, isCountry } from '../../contract/countries.ts';
import type { Language } from '../../contract/languages.ts';
import { orderNumberOf } from '../../contract/order-number.ts';
import { paymentMethods } from '../../contract/payment-methods.ts';
import { vatWithin } from '../../contract/vat.ts';
import type { Letter, LetterKind } from '../accounts/letters.ts';
import { formatIn } from '../platform/format.ts';
import type { Say } from '../platform/sentences.ts';
import { type PaymentRow, findPayment } from './queries.ts';

/** Confirms a completed order to the buyer: what they bought, what they paid, and their rights. */
export const orderConfirmation: LetterKind = {
  write: async ({ context, say, language, site, memberId, id }) => {
    const row = memberId && (await context.database.first(findPayment, { memberId, paymentId: id }));
    if (!row || row.status !== 'completed') return null;
    const number = orderNumberOf(row.payment_id);
    return {
      subject: say('receipts.confirm.subject', { number }),
      title: say('receipts.confirm.title'),
      paragraphs: [say('receipts.confirm.text', { count: row.credits })],
      facts: factsOf(say, language, row),
      button: { text: say('receipts.confirm.button'), path: `/transactions/${row.payment_id}` },
      notes: [say('payments.order.once'), say('receipts.contact', { email: site.settings.support_email })],
    };
  },
};

/** An order in lines, as its confirmation lists it. */
function factsOf(say: Say, language: Language, row: PaymentRow): NonNullable<Letter['facts']> {
  const { money, percent, day } = formatIn(language);
  const total = row.amount + row.fee;
  const vat = money(vatWithin(total, row.vat_rate), row.currency);
  return [
    [say('payments.result.number'), orderNumberOf(row.payment_id)],
    [say('payments.result.date'), day(row.created_at, timeZoneOf(row.country))],
    [say('payments.result.method'), methodName(say, row.method)],
    [say('common.credits', { count: row.credits }), money(row.amount, row.currency)],
    ...(row.fee > 0 ? [[say('payments.order.fee'), money(row.fee, row.currency)] as const] : []),
    [say('payments.order.total'), money(total, row.currency)],
    [say('receipts.vat', { rate: percent(row.vat_rate) }), vat],
  ];
}

/** The method in words; names of brands are the same in every language. */
export function methodName(say: Say, method: PaymentRow['method']): string {
  if (method === 'sepa_direct_debit' || method === 'wire_transfer' || method === 'credit_card')
    return say(`common.method.${method}`);
  return paymentMethods[method].label;
}

/** The time zone of a country in which something was bought. */
export function timeZoneOf(country: string): string {
  return isCountry(country) ? countries[country].timeZone : 'UTC';
}
