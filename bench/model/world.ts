import type { Books, Place } from './books.ts';
import type { Model } from './model.ts';
import type { Prices } from './prices.ts';
import type { BundleId, Market, SiteName } from './shop.data.ts';

/** One member's model beside the books. */
export interface World {
  model: Model;
  prices: Prices;
  books: Books;
  /** From where the member orders now. */
  place: { site: SiteName; market: Market };
  /** Whether the step has moved anything in the books. */
  moved: boolean;
  /** Lots were filled again, whose order the model does not foretell: it takes over how they are. */
  resync(): Promise<void>;
  /** The id of the card that an order stored; undefined as long as there is none. */
  cardOf(paymentId: string): Promise<string | undefined>;
  setPrices(minors: ReadonlyMap<BundleId, number>): Promise<void>;
}

/**
 * What an operation draws: four numbers, which it reads as it needs them. All of one kind, so that sequences of any
 * operations shrink well.
 */
export interface Draw {
  operation: string;
  /** Which of the things there are. */
  which: number;
  /** How much, in thousandths. */
  share: number;
  /** In which of its ways. */
  how: number;
  /** How often the same is done at once: a webhook or a click that is repeated. */
  times: number;
}

export type Operation = (world: World, draw: Draw) => Promise<void>;

export const hour = 3_600_000;
export const day = 24 * hour;

export const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];
export const part = (of: number, share: number): number => Math.max(1, Math.round((of * share) / 1_000));
export const repeat = <T>(times: number, run: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, run));

/** Says that the books did something else than the model foretold. */
export function differ(what: string): never {
  throw new Error(what);
}

export const placeOf = ({ place, model }: World): Place => ({ ...place, premium: model.isPremium() });

/** Tells the books what the provider says of a payment now, so often at once. */
export async function tell({ books }: World, paymentId: string, times = 1): Promise<void> {
  await repeat(times, () => books.settle(paymentId, books.bank.seen(paymentId)));
}
