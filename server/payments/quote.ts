import type { Quote } from '../../contract/payments/operations.ts';
import { getTaxName } from '../../contract/payments/tax-names.ts';
import { findTaxRegion, vatRateAt, vatWithin } from '../../contract/payments/vat.ts';
import type { Discount } from '../discounts/discount.ts';
import {
  type ActiveDiscount,
  findActiveDiscount,
  findNamedDiscount,
  holdsFor,
  isUsedBy,
} from '../discounts/find-discount.ts';
import { listPrices } from '../discounts/list-prices.ts';
import { type Price, reduce } from '../discounts/rules.ts';
import { regionOfMember } from '../members/zone-of-member.ts';
import { must, refuse } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { refundDaysIn } from '../settings/rules.ts';
import { messageAmount, messagesFor } from './money.ts';
import { presentOrderDiscount } from './present.ts';

/** The bundle to order, with the discount that the member names, or else the one that they hold. */
export interface Wanted {
  bundle: string;
  discount_code?: string | undefined;
  /** The stored card, or the account of a mandate: each gets the first-purchase discount only once. */
  instrument?: string | undefined;
}

/**
 * The price of an order for the member now. No other place computes a price: the confirmation, the order and the
 * provider get it from here.
 */
export async function findQuote(call: MemberCall, order: Wanted): Promise<Quote> {
  const [prices, region] = await Promise.all([listPrices(call, call.member.country), regionOf(call)]);
  // A named discount is looked up by its code.
  const active = order.discount_code === undefined ? await findActiveDiscount(call) : none;
  return quoteFrom(call, order, { prices, active, region });
}

const regionOf = ({ context, member }: MemberCall): Promise<string | null> =>
  regionOfMember(context.database, member.id);

/** The inputs shared by the quotes of several bundles for one member. */
export async function findBasis(call: MemberCall): Promise<Basis> {
  const [prices, active, region] = await Promise.all([
    listPrices(call, call.member.country),
    findActiveDiscount(call),
    regionOf(call),
  ]);
  return { prices, active, region };
}

interface Basis {
  prices: readonly Price[];
  active: ActiveDiscount;
  /** The region in which the member lives. */
  region: string | null;
}

const none: ActiveDiscount = { discount: null, heldBy: null };

export async function quoteFrom(call: MemberCall, order: Wanted, { prices, active, region }: Basis): Promise<Quote> {
  const { site, member } = call;
  const price = prices.find(({ bundle }) => bundle === order.bundle);
  must(price, 'bundle.not-found');
  const discount = await discountOf(call, order, price, active);
  const { bundle, credits, currency } = price;
  const reduced = discount ? reduce(price, discount.percentage) : undefined;
  const amount = reduced?.amount ?? price.amount;
  const fee = 0;
  const total = amount + fee;
  const { message_credits: messageCredits, refund_days: refundDays } = site.settings;
  const taxRegion = findTaxRegion(member.country, region);
  const vatRate = vatRateAt(member.country, region, call.context.clock.now());
  return {
    bundle,
    credits,
    country: member.country,
    currency,
    list_amount: reduced?.listAmount ?? amount,
    amount,
    discount: discount && reduced ? presentOrderDiscount(discount, reduced.percentage) : null,
    discount_held_by: discount ? null : active.heldBy,
    transaction_fee: fee,
    total,
    tax_region: taxRegion,
    tax: getTaxName(member.country, taxRegion),
    vat_rate: vatRate,
    vat_amount: vatWithin(total, vatRate),
    messages: messagesFor(credits, messageCredits),
    message_amount: messageAmount(amount, credits, messageCredits),
    refund_days: refundDaysIn([member.country], refundDays),
  };
}

async function discountOf(
  call: MemberCall,
  order: Wanted,
  price: Price,
  { discount: active }: ActiveDiscount,
): Promise<Discount | null> {
  const { instrument } = order;
  const discount = await memberDiscountOf(call, order, price, active);
  if (!discount || instrument === undefined || !(await isUsedBy(call, discount, instrument))) return discount;
  // The first-purchase discount applies by itself, so refusing it would make every order impossible.
  if (discount.scope !== null) refuse('code.used');
  return null;
}

async function memberDiscountOf(
  call: MemberCall,
  order: Wanted,
  price: Price,
  active: Discount | null,
): Promise<Discount | null> {
  const { country } = call.member;
  if (order.discount_code !== undefined) return findNamedDiscount(call, order.discount_code, { country, price });
  return active && holdsFor(active, country, price) ? active : null;
}
