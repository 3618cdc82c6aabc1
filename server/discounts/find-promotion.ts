import type { Country } from '../../contract/countries.ts';
import { Failure } from '../platform/failure.ts';
import type { Buyer, Discount } from './discount.ts';
import { holdsFor, readDiscount } from './find-discount.ts';
import { listPrices } from './list-prices.ts';
import { reduce } from './rules.ts';

/** A discount of a member's own, as it can be told to them. */
export interface Promotion {
  discount: Discount;
  /** What it takes off every price that it holds for, in whole percent. */
  percentage: number;
  /** The lowest of these prices with it, in minor units of their currency. */
  from: number;
}

/** What a code takes off for a member in a country now; null if it does not hold for any order there. */
export async function findPromotion(buyer: Buyer, code: string, country: Country): Promise<Promotion | null> {
  const { context } = buyer;
  try {
    const discount = await readDiscount(context.database, buyer, code, context.clock.now());
    const prices = (await listPrices(buyer, country)).filter((price) => holdsFor(discount, country, price));
    const reduced = prices.map((price) => reduce(price, discount.percentage));
    const percentage = Math.min(...reduced.map((one) => one.percentage));
    if (reduced.length === 0 || percentage < 1) return null;
    return { discount, percentage, from: Math.min(...reduced.map(({ amount }) => amount)) };
  } catch (error) {
    if (error instanceof Failure && (error.code === 'code.not-found' || error.code === 'code.used')) return null;
    throw error;
  }
}
