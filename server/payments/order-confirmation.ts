import { type Country, isCountry, getCapitalTimeZone } from '../../contract/platform/countries.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import { methodsRefundedByHand } from '../../contract/payments/payment-methods.ts';
import { getTaxName } from '../../contract/payments/tax-names.ts';
import { vatWithin } from '../../contract/payments/vat.ts';
import { withdrawalPeriod, withdrawalZone } from '../../contract/withdrawal/withdrawal-period.ts';
import type { Letter, LetterCall, LetterKind } from '../accounts/letters.ts';
import { formatIn } from '../platform/format.ts';
import { refundDaysIn } from '../settings/rules.ts';
import { methodName } from './order-lines.ts';
import { type PaymentRow, findPayment } from './queries.ts';
import { attachReceipt } from './receipts/attach-receipt.ts';

/**
 * Confirms a completed order to the buyer on a durable medium (directive 2011/83, article 8(7)): the purchase, the
 * price, the seller, the right of withdrawal with its form, and the receipt.
 */
export const orderConfirmation: LetterKind = {
  write: async (call) => {
    const { context, say, site, memberId, id } = call;
    const row = memberId && (await context.database.first(findPayment, { memberId, paymentId: id }));
    if (!row || row.status !== 'completed' || row.offer_used) return null;
    return {
      subject: say('receipts.confirm.subject', { number: formatOrderNumber(row.payment_id) }),
      title: say('receipts.confirm.title'),
      paragraphs: [say('receipts.confirm.text', { count: row.credits })],
      facts: factsOf(call, row),
      button: { text: say('receipts.confirm.button'), path: `/transactions/${row.payment_id}` },
      notes: [
        say('receipts.confirm.keep'),
        say('payments.order.once'),
        say('receipts.contact', { email: site.settings.support_email }),
      ],
      enclosures: await enclosuresOf(call, row),
      attachments: [await attachReceipt(context, row)],
    };
  },
};

function factsOf({ say, language }: LetterCall, row: PaymentRow): NonNullable<Letter['facts']> {
  const { money, percent, day } = formatIn(language);
  const total = row.amount + row.fee;
  const vat = money(vatWithin(total, row.vat_rate), row.currency);
  return [
    [say('payments.result.number'), formatOrderNumber(row.payment_id)],
    [say('payments.result.date'), day(row.created_at, getCapitalTimeZone(row.country))],
    [say('payments.result.method'), methodName(say, row.method)],
    [say('common.credits', { count: row.credits }), money(row.amount, row.currency)],
    ...(row.fee > 0 ? [[say('payments.order.fee'), money(row.fee, row.currency)] as const] : []),
    [say('payments.order.total'), money(total, row.currency)],
    [say(`receipts.${getTaxName(row.country, row.region)}`, { rate: percent(row.vat_rate) }), vat],
  ];
}

/** The right of withdrawal of this order, and the form for it; empty if there is no such right. */
async function enclosuresOf(call: LetterCall, row: PaymentRow): Promise<NonNullable<Letter['enclosures']>> {
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
        say(row.begun_at === null ? 'receipts.not-at-once' : 'receipts.at-once'),
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
