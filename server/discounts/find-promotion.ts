import type { Country } from '../../contract/platform/countries.ts';
import { Failure } from '../platform/failure.ts';
import type { Buyer, Discount } from './discount.ts';
import { holdsFor, readDiscount } from './find-discount.ts';
import { listPrices } from './list-prices.ts';
import { reduce } from './rules.ts';

/** A member's own discount, with the figures that an email shows. */
export interface Promotion {
  discount: Discount;
  /** The reduction of every price that it is valid for, in whole percent. */
  percentage: number;
  /** The lowest of the reduced prices, in minor units of their currency. */
  from: number;
}

/** The effect of a code for a member in a country now; null if it is not valid for any order there. */
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
