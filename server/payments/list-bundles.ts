import { countries } from '../../contract/countries.ts';
import { balanceOf } from '../credits/balance-of.ts';
import type { Handler } from '../platform/handler.ts';
import { refundDaysIn } from '../settings/rules.ts';
import { findOffer } from './find-offer.ts';
import { presentBundle } from './present.ts';
import { directDebitMethods } from './rules.ts';

const methodsTimeoutMs = 2_500;

/** The bundles at the country's prices and its payment methods; a short fallback list when the provider does not answer. */
export const listBundles: Handler<'listBundles'> = async (input, call) => {
  const { context, site, member } = call;
  const { country, rows, methods } = await findOffer(call, input.country, methodsTimeoutMs);
  const { message_credits, photo_credits, refund_days } = site.settings;
  const credits = member ? await balanceOf(context.database, member.id) : null;
  return {
    bundles: rows.map((row) => presentBundle(row, message_credits)),
    paymentmethods: methods.filter((method) => !(directDebitMethods.has(method) && (credits ?? 0) < 0)),
    country,
    currency: countries[country].currency,
    message_credits,
    photo_credits,
    transaction_fee: 0,
    refund_days: refundDaysIn([country], refund_days),
    credits,
  };
};
