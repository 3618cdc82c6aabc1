import type { Books, Place } from './books.ts';
import type { Model } from './model.ts';
import type { Prices } from './prices.ts';
import type { BundleId, Market, SiteName } from './shop.data.ts';

export interface World {
  model: Model;
  prices: Prices;
  books: Books;
  place: { site: SiteName; market: Market };
  /** Copies the lots from the books after they were refilled in an order that the model does not predict. */
  resync(): Promise<void>;
  findCard(paymentId: PaymentId): Promise<CardId | undefined>;
  setPrices(place: World['place'], minors: ReadonlyMap<BundleId, number>): Promise<void>;
}

/** All operations use the same shape of random numbers, so that sequences shrink well. */
export interface Draw {
  operation: string;
  which: number;
  /** An amount, in thousandths. */
  share: number;
  how: number;
  /** The number of parallel repetitions, as with repeated webhooks or clicks. */
  times: number;
}

export type Operation = (world: World, draw: Draw) => Promise<void>;

export const hour = 3_600_000;
export const day = 24 * hour;

export const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];
export const part = (of: number, share: number): number => Math.max(1, Math.round((of * share) / 1_000));
export const repeat = <T>(times: number, run: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, run));

export function differ(what: string): never {
  throw new Error(what);
}

export const derivePlace = ({ place, model }: World): Place => ({ ...place, premium: model.isPremium() });

export async function tell({ books }: World, paymentId: PaymentId, times = 1): Promise<void> {
  await repeat(times, () => books.settle(paymentId, books.bank.seen(paymentId)));
}
