import { countries, type Country } from '../../contract/platform/countries.ts';
import { loadBalance } from '../credits/balance.ts';
import { type ActiveDiscount, findActiveDiscount, holdsFor, tryNamedDiscount } from '../discounts/find-discount.ts';
import type { Call, Handler, MemberCall } from '../platform/handler.ts';
import { refundDaysIn } from '../settings/rules.ts';
import { findOffer } from './find-methods.ts';
import { presentBundle } from './present.ts';
import { mayDebit, acceptsDebits } from './debit/subjects.ts';
import { directDebit } from './rules.ts';

const methodsTimeoutMs = 2_500;

/**
 * Lists the bundles at the country's prices, and its payment methods; a short fallback list if no provider responds.
 */
export const listBundles: Handler<'listBundles'> = async (input, call) => {
  const { context, site, member } = call;
  const { country, prices, methods, methodsMissing } = await findOffer(call, input.country, methodsTimeoutMs);
  const { message_credits, photo_credits, refund_days } = site.settings;
  const credits = member ? await loadBalance(context.database, member.id) : null;
  const isDebitOffered = acceptsDebits(call) && (!member || (await mayDebit(call, member.id)));
  const active = isMemberCall(call) ? await findActiveDiscount(call) : null;
  const discount = active && (await findDiscount(call, country, input.discount_code, active));
  return {
    bundles: prices.map((price) => {
      const held = discount && holdsFor(discount, country, price) ? discount : null;
      return presentBundle(price, held, message_credits);
    }),
    paymentmethods: methods.filter((method) => method !== directDebit || isDebitOffered),
    methods_missing: methodsMissing,
    discount_held_by: discount ? null : (active?.heldBy ?? null),
    country,
    next_country: presentNextCountry(call, country),
    currency: countries[country].currency,
    message_credits,
    photo_credits,
    transaction_fee: 0,
    refund_days: refundDaysIn([country], refund_days),
    credits,
  };
};

/** Returns the member's next country; null except in the list of their current prices. */
function presentNextCountry({ member }: Call, country: Country): { country: Country; from: string } | null {
  if (!member?.nextCountry || member.country !== country) return null;
  const { country: next, from } = member.nextCountry;
  return { country: next, from: from.toISOString() };
}

async function findDiscount(call: Call, country: Country, code: string | undefined, active: ActiveDiscount) {
  if (!isMemberCall(call) || call.member.country !== country) return null;
  const named = code === undefined ? null : await tryNamedDiscount(call, code);
  return named ?? active.discount;
}

function isMemberCall(call: Call): call is MemberCall {
  return call.member !== null;
}
