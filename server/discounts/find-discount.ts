import { type Country, isCountry } from '../../contract/platform/countries.ts';
import {
  lastOfferCode,
  timeBonusCode,
  timeBonusPercent,
  welcomeDiscountCode,
} from '../../contract/discounts/limits.ts';
import type { Reader } from '../platform/database/database.ts';
import { Failure, must, refuse } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { listSiteScopes } from '../settings/rules.ts';
import type { Buyer, Discount } from './discount.ts';
import { type FirstPurchase, findFirstPurchase } from './find-first-purchase.ts';
import { isUsedUp, isUsedByInstrument } from './redeemers.ts';
import { readLastOffer } from './get-last-offer.ts';
import { type CodeRow, findCode } from './queries.ts';
import { listPrices } from './list-prices.ts';
import { type Price, normalizeCode, reduce } from './rules.ts';

export interface ActiveDiscount {
  /** The time bonus if there is one, otherwise the welcome discount. */
  discount: Discount | null;
  /** The order that claims it, if the member has not paid yet: they can go on with that order. */
  heldBy: PaymentId | null;
}

export async function findActiveDiscount(call: MemberCall): Promise<ActiveDiscount> {
  const { context, member } = call;
  const { bonus, welcome, heldBy } = await findFirstPurchase(context.database, call, context.clock.now());
  return { discount: bonus ?? welcome, heldBy: member.paid ? null : heldBy };
}

/**
 * Finds the discount of a code. Failed calls count as guesses. Throws code.not-found, whatever the reason, and
 * code.used if the member used it.
 */
export async function findNamedDiscount(
  call: MemberCall,
  text: string,
  order: { country: string; price?: Price | undefined },
): Promise<Discount> {
  const { context, ip, member } = call;
  const now = context.clock.now();
  const code = normalizeCode(text);
  if (isNoGuess(code)) return readDiscount(context.database, call, code, now);
  await context.rateLimits.enforceCall('code', ip, member.id);
  const discount = await readDiscount(context.database, call, code, now);
  must(isCountry(order.country) && holdsFor(discount, order.country, order.price), 'code.not-found');
  await context.rateLimits.giveBack('code', ip, member.id);
  return discount;
}

export function holdsFor(discount: Discount, country: Country, price: Price | undefined): boolean {
  if (discount.country !== null && discount.country !== country) return false;
  if (!price || discount.minimum === 0) return true;
  return discount.currency === price.currency && price.amount >= discount.minimum;
}

/** True if an order paid by this instrument, whoever placed it, has used up a one-time discount. */
export async function isUsedBy(
  { context }: MemberCall,
  { slot, memberUsesMax }: Discount,
  instrument: string,
): Promise<boolean> {
  return memberUsesMax === 1 && isUsedByInstrument(context.database, context, slot, instrument);
}

/** Returns the discount of a code for a member, without counting a guess. Throws code.not-found and code.used. */
export async function readDiscount(reader: Reader, buyer: Buyer, code: string, now: Date): Promise<Discount> {
  const first = await findFirstPurchase(reader, buyer, now);
  if (isFirstPurchase(code)) return getFirstPurchaseDiscount(first, code);
  if (code === lastOfferCode) return readLastOffer(reader, buyer, now);
  const { site } = buyer;
  const row = await reader.first(findCode, { code, scopes: listSiteScopes(site.key, site.settings.niche) });
  must(row && isOpen(row, buyer, now), 'code.not-found');
  // For a while after a time bonus ended unused, nothing as good is valid, because its end was announced.
  must(!(first.quiet && row.percentage >= timeBonusPercent), 'code.not-found');
  const discount = toDiscount(row);
  if (await isUsedUp(reader, buyer, discount)) refuse('code.used');
  // Checked last, so that members who have used it are told so.
  must(row.uses_max === null || row.uses < row.uses_max, 'code.not-found');
  return discount;
}

/** True for public codes, which are valid only for members who were offered them. */
function isNoGuess(code: string): boolean {
  return isFirstPurchase(code) || code === lastOfferCode;
}

function isFirstPurchase(code: string): boolean {
  return code === timeBonusCode || code === welcomeDiscountCode;
}

/** Returns the time bonus or the welcome discount that a code names. Throws code.not-found and code.used. */
export function getFirstPurchaseDiscount({ bonus, welcome, used }: FirstPurchase, code: string): Discount {
  if (used) refuse('code.used');
  const discount = code === timeBonusCode ? bonus : welcome;
  must(discount, 'code.not-found');
  return discount;
}

function isOpen(row: CodeRow, { member }: Buyer, now: Date): boolean {
  if (row.ended_at !== null || row.valid_from > now || (row.valid_until !== null && row.valid_until <= now))
    return false;
  return row.member_id === null || row.member_id === member.id;
}

function toDiscount(row: CodeRow): Discount {
  return {
    code: row.code,
    percentage: row.percentage,
    expires: row.valid_until,
    minimum: row.minimum,
    country: row.country,
    currency: row.currency,
    slot: `${row.scope} ${row.code}`,
    scope: row.scope,
    memberUsesMax: row.member_uses_max,
  };
}

/** Finds a named discount; null if the name is not valid. Too many guesses are still refused. */
export function tryNamedDiscount(call: MemberCall, text: string): Promise<Discount | null> {
  return findNamedDiscount(call, text, { country: call.member.country }).catch(nullIfInvalid);
}

/** True if a discount is not valid for its member. */
export function isInvalid(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'code.not-found' || error.code === 'code.used');
}

function nullIfInvalid(error: unknown): null {
  if (isInvalid(error)) return null;
  throw error;
}

interface Promotion {
  discount: Discount;
  /** The reduction of every price that it is valid for, in whole percent. */
  percentage: number;
  /** The lowest of the reduced prices, in minor units of their currency. */
  from: number;
}

/** Finds the effect of a code for a member in a country now; null if it is not valid for any order there. */
export async function findPromotion(buyer: Buyer, code: string, country: Country): Promise<Promotion | null> {
  const { context } = buyer;
  const now = context.clock.now();
  const discount = await readDiscount(context.database, buyer, code, now).catch(nullIfInvalid);
  if (!discount) return null;
  const prices = (await listPrices(buyer, country)).filter((price) => holdsFor(discount, country, price));
  const reduced = prices.map((price) => reduce(price, discount.percentage));
  const percentage = Math.min(...reduced.map((one) => one.percentage));
  if (reduced.length === 0 || percentage < 1) return null;
  return { discount, percentage, from: Math.min(...reduced.map(({ amount }) => amount)) };
}
