import { hash } from 'node:crypto';

import type { OrderPrice } from '../../contract/payments/operations.ts';
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
import { findRegion } from '../members/own-profile.ts';
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

/** Computes the price of an order. Nothing else does: the confirmation, the order and the provider get it from here. */
export async function findOrderPrice(call: MemberCall, order: Wanted): Promise<OrderPrice> {
  return computeOrderPrice(call, order, await findBasis(call, order.discount_code));
}

interface Basis {
  prices: readonly Price[];
  active: ActiveDiscount;
  region: string | null;
}

const none: ActiveDiscount = { discount: null, heldBy: null };

/**
 * Reads what the prices of several bundles for one member depend on. A discount that is named replaces the active one.
 */
export async function findBasis(call: MemberCall, named?: string): Promise<Basis> {
  const { context, member } = call;
  const [prices, active, region] = await Promise.all([
    listPrices(call, member.country),
    named === undefined ? findActiveDiscount(call) : none,
    findRegion(context.database, member.id),
  ]);
  return { prices, active, region };
}

export async function computeOrderPrice(
  call: MemberCall,
  order: Wanted,
  { prices, active, region }: Basis,
): Promise<OrderPrice> {
  const { site, member } = call;
  const price = prices.find(({ bundle }) => bundle === order.bundle);
  must(price, 'bundle.not-found');
  const discount = await findDiscount(call, order, price, active);
  const { bundle, credits, currency } = price;
  const reduced = discount ? reduce(price, discount.percentage) : undefined;
  const amount = reduced?.amount ?? price.amount;
  const fee = 0;
  const total = amount + fee;
  const { message_credits: messageCredits, refund_days: refundDays } = site.settings;
  const days = refundDaysIn([member.country], refundDays);
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
    refund_days: days,
    request: days > 0 ? writeRequest(call) : null,
  };
}

/** Writes the request to begin at once, in the words of the buyer's country. The version is a hash of the text. */
function writeRequest({ context, language, member }: MemberCall): { text: string; version: string } {
  const text = context.sentences.in(language)('payments.order.at-once', { law: member.country });
  return { text, version: hash('sha256', text) };
}

async function findDiscount(
  call: MemberCall,
  { discount_code: code, instrument }: Wanted,
  price: Price,
  { discount: active }: ActiveDiscount,
): Promise<Discount | null> {
  const { country } = call.member;
  const held = active && holdsFor(active, country, price) ? active : null;
  const discount = code === undefined ? held : await findNamedDiscount(call, code, { country, price });
  if (!discount || instrument === undefined || !(await isUsedBy(call, discount, instrument))) return discount;
  // The first-purchase discount applies automatically, so refusing it would make every order impossible.
  if (discount.scope !== null) refuse('code.used');
  return null;
}

/** Refuses an order whose page showed other words of the request to begin at once, so that it shows these. */
export function mustBeShown({ request }: OrderPrice, version: string | undefined): void {
  must(version === undefined || version === (request?.version ?? ''), 'payment.price-changed');
}
