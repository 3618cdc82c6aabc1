import { lowestPriceDays, quietDaysAfterBonus, timeBonusWindowSeconds } from '../../contract/discounts/limits.ts';
import { leastAmounts } from '../../contract/payments/limits.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { PriceRow } from './queries.ts';

/** A bundle at its price in force, with the lowest price of the last 30 days, in minor units of `currency`. */
export interface Price {
  bundle: string;
  credits: number;
  currency: PriceRow['currency'];
  amount: number;
  lowest: number;
}

export function lowestSince(now: Date): Date {
  return after(now, -lowestPriceDays * dayMs);
}

/**
 * Lists the prices in display order. Each comes from the most specific scope that has one, and there from the latest
 * start.
 */
export function computePrices(rows: readonly PriceRow[], scopes: readonly string[], now: Date): Price[] {
  const bundles = new Set(rows.map(({ bundle_id }) => bundle_id));
  const found = [...bundles].flatMap((bundle) => {
    const own = rows.filter(({ bundle_id }) => bundle_id === bundle);
    const current = rowAt(own, scopes, now);
    if (!current) return [];
    const { credits, currency, amount, position } = current;
    const since = lowestSince(now);
    const changes = own.map(({ valid_from }) => valid_from).filter((from) => from > since && from <= now);
    const amounts = [since, ...changes].map((moment) => rowAt(own, scopes, moment));
    const lowest = Math.min(amount, ...amounts.filter((row) => row?.currency === currency).map((row) => row!.amount));
    return [{ position, price: { bundle, credits, currency, amount, lowest } }];
  });
  return found
    .toSorted((a, b) => a.position - b.position || (a.price.bundle < b.price.bundle ? -1 : 1))
    .map(({ price }) => price);
}

function rowAt(rows: readonly PriceRow[], scopes: readonly string[], moment: Date): PriceRow | undefined {
  for (const scope of scopes.toReversed()) {
    const begun = rows.filter((row) => row.scope === scope && row.valid_from <= moment);
    const last = begun.reduce<PriceRow | undefined>(
      (latest, row) => (latest && latest.valid_from > row.valid_from ? latest : row),
      undefined,
    );
    if (last) return last;
  }
  return undefined;
}

export interface Reduced {
  amount: number;
  /** The price before the discount, which may be shown beside it: the lowest of the last 30 days. */
  listAmount: number;
  /** (before − price) / before, in whole percent; the code's own percentage unless the minimum limits it. */
  percentage: number;
}

/** Reduces the lowest price of 30 days, rounding half up, to no less than the minimum that providers charge. */
export function reduce({ amount, lowest, currency }: Price, percentage: number): Reduced {
  const wanted = Math.floor((2 * lowest * (100 - percentage) + 100) / 200);
  const least = Math.min(leastAmounts[currency], lowest, amount);
  const price = Math.max(wanted, least);
  const shown = price === wanted ? percentage : Math.floor((100 * (lowest - price)) / lowest);
  return { amount: price, listAmount: lowest, percentage: shown };
}

/** The bonus starts at the sign-up. quiet: it has ended, and for 30 days no offer is as good. over: neither. */
export type BonusPhase = 'running' | 'quiet' | 'over';

export function bonusEnd(start: Date): Date {
  return after(start, timeBonusWindowSeconds * 1_000);
}

export function bonusPhase(start: Date, now: Date): BonusPhase {
  const end = bonusEnd(start);
  if (now < end) return 'running';
  return now < after(end, quietDaysAfterBonus * dayMs) ? 'quiet' : 'over';
}

export function normalizeCode(text: string): string {
  return text.trim().toUpperCase().replaceAll(/\s/g, '');
}
