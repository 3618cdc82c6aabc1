import { isCountry } from '../../contract/platform/countries.ts';
import type { DiscountCode } from '../../contract/discounts/operations.ts';
import { timeBonusCode, welcomeDiscountCode } from '../../contract/discounts/limits.ts';
import { refuseFields } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { findFirstPurchase } from './find-first-purchase.ts';
import { findNamedDiscount, getFirstPurchaseDiscount } from './find-discount.ts';
import { listPrices } from './list-prices.ts';
import { presentDiscount, presentTimeBonus } from './present.ts';
import { insertTimeBonus } from './queries.ts';
import { bonusEnd } from './rules.ts';

/**
 * Returns a named code (for a `bundle` if given), the welcome discount or the time bonus (specification, sections 3 and
 * 7).
 */
export const getDiscountCode: Handler<'getDiscountCode'> = async (input, call) => {
  const { code, welcome = false, timebonus = false } = input;
  if (timebonus) return getTimeBonus(call);
  if (welcome) return getWelcome(call);
  if (code === undefined) refuseFields({ code: 'field.missing' });
  const country = input.country ?? call.member.country;
  const price =
    input.bundle === undefined || !isCountry(country)
      ? undefined
      : (await listPrices(call, country)).find(({ bundle }) => bundle === input.bundle);
  const discount = await findNamedDiscount(call, code ?? '', { country, price });
  return presentDiscount(discount, call.member.country);
};

/** Gets the time bonus. The first call creates it as of the sign-up; later calls, devices and logins change nothing. */
async function getTimeBonus(call: MemberCall): Promise<DiscountCode> {
  const { context, member } = call;
  const now = context.clock.now();
  const first = await findFirstPurchase(context.database, call, now);
  const bonus = getFirstPurchaseDiscount(first, timeBonusCode);
  await context.database.transaction((tx) =>
    tx.run(insertTimeBonus, { memberId: member.id, startsAt: member.signupAt, endsAt: bonusEnd(member.signupAt) }),
  );
  const { dismissed } = first;
  return presentTimeBonus(bonus, { memberId: member.id, country: member.country, dismissed, now });
}

async function getWelcome(call: MemberCall): Promise<DiscountCode> {
  const first = await findFirstPurchase(call.context.database, call, call.context.clock.now());
  return presentDiscount(getFirstPurchaseDiscount(first, welcomeDiscountCode), call.member.country);
}
