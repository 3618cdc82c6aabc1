import type { Quote } from '../../contract/payments.ts';
import { vatRates, vatWithin } from '../../contract/vat.ts';
import { must } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { refundDaysIn, scopesOf } from '../settings/rules.ts';
import { messageAmount, messagesFor } from './money.ts';
import { listBundlesOfCountry } from './queries.ts';

/**
 * What an order of a bundle costs the member now. The only place where a price is computed: the confirmation, the order
 * and the provider get it from here.
 */
export async function findQuote(call: MemberCall, order: { bundle: string }): Promise<Quote> {
  const { context, site, member } = call;
  const rows = await context.database.all(listBundlesOfCountry, {
    scopes: scopesOf(site.key, site.settings.niche),
    country: member.country,
  });
  const row = rows.find(({ bundle_id }) => bundle_id === order.bundle);
  must(row, 'bundle.not-found');
  const { credits, currency, amount } = row;
  const fee = 0;
  const total = amount + fee;
  const { message_credits: messageCredits, refund_days: refundDays } = site.settings;
  const vatRate = vatRates[member.country];
  return {
    bundle: row.bundle_id,
    credits,
    country: member.country,
    currency,
    list_amount: amount,
    amount,
    discount: null,
    transaction_fee: fee,
    total,
    vat_rate: vatRate,
    vat_amount: vatWithin(total, vatRate),
    messages: messagesFor(credits, messageCredits),
    message_amount: messageAmount(amount, credits, messageCredits),
    refund_days: refundDaysIn([member.country], refundDays),
  };
}
