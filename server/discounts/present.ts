import { type Country, countries } from '../../contract/platform/countries.ts';
import type { DiscountCode } from '../../contract/discounts/operations.ts';
import { methodIds, paymentMethods } from '../../contract/payments/payment-methods.ts';
import type { Discount } from './discount.ts';

export function presentDiscount(discount: Discount, country: Country): DiscountCode {
  return {
    code: discount.code,
    percentage: discount.percentage,
    minimum: discount.minimum,
    country: discount.country ?? (discount.scope === null ? country : null),
    currency: discount.currency ?? countries[country].currency,
    expires: discount.expires?.toISOString() ?? null,
    status: 'active',
  };
}

/** Returns a time bonus: the fields of the specification, section 3, in addition to those of every code. */
export function presentTimeBonus(
  bonus: Discount,
  { memberId, country, dismissed, now }: { memberId: MemberId; country: Country; dismissed: boolean; now: Date },
): DiscountCode {
  return {
    ...presentDiscount(bonus, country),
    user_id: memberId,
    value_percentage: bonus.percentage,
    minimum_order_value: bonus.minimum,
    validity: 'once-per-user',
    expired: false,
    paymentmethods: methodIds.filter((id) => paymentMethods[id].state === 'live'),
    dismissed,
    now: now.toISOString(),
  };
}
