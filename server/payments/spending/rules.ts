import { roughlyIn } from '../../../contract/payments/currency-values.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { SpendingLimitRow } from './queries.ts';

/** A limit covers the orders of this many days. */
export const spendingDays = 7;
const higherAfterMs = dayMs;
const breakMs = 7 * dayMs;

export const noLimit: SpendingLimitRow = {
  currency: 'EUR',
  amount: null,
  next_amount: null,
  next_at: null,
  break_until: null,
};

/** The limit in force at a time, in minor units of its currency, ignoring breaks; null for none. */
function ownLimitAt(row: SpendingLimitRow, now: Date): number | null {
  return row.next_at !== null && row.next_at <= now ? row.next_amount : row.amount;
}

function isOnBreak({ break_until: until }: SpendingLimitRow, now: Date): boolean {
  return until !== null && until > now;
}

/** The limit in force at a time, in another currency; null for none, 0 during a break. */
export function limitAt(row: SpendingLimitRow, currency: string, now: Date): number | null {
  if (isOnBreak(row, now)) return 0;
  const limit = ownLimitAt(row, now);
  return limit === null ? null : roughlyIn(limit, row.currency, currency);
}

/** The next limit, in another currency; null if none is pending. */
export function nextLimit(
  row: SpendingLimitRow,
  currency: string,
  now: Date,
): { limit: number | null; from: string } | null {
  if (row.next_at === null || row.next_at <= now) return null;
  const limit = row.next_amount === null ? null : roughlyIn(row.next_amount, row.currency, currency);
  return { limit, from: row.next_at.toISOString() };
}

/** The end of a break; null if there is none. */
export function breakEnd(row: SpendingLimitRow, now: Date): string | null {
  return isOnBreak(row, now) ? (row.break_until?.toISOString() ?? null) : null;
}

/**
 * The limit after the member asked for another. A lower one takes effect at once; a higher one, or none, after a day.
 * Asking again for the pending limit does not delay it.
 */
export function withLimit(
  row: SpendingLimitRow,
  wanted: { limit: number | null; currency: string },
  now: Date,
): SpendingLimitRow {
  const { limit, currency } = wanted;
  const current = ownLimitAt(row, now);
  const held = current === null ? null : roughlyIn(current, row.currency, currency);
  const coming = nextLimit(row, currency, now);
  const base = { currency, break_until: row.break_until };
  if (!isHigher(limit, held)) return { ...base, amount: limit, next_amount: null, next_at: null };
  const kept = coming !== null && coming.limit === limit ? row.next_at : null;
  return { ...base, amount: held, next_amount: limit, next_at: kept ?? after(now, higherAfterMs) };
}

/** The limit with a break of a week from now; a current break is not extended. */
export function withBreak(row: SpendingLimitRow, now: Date): SpendingLimitRow {
  return isOnBreak(row, now) ? row : { ...row, break_until: after(now, breakMs) };
}

function isHigher(limit: number | null, than: number | null): boolean {
  return than !== null && (limit === null || limit > than);
}

/** The total of sums in several currencies, in one of them. */
export function totalIn(currency: string, sums: readonly { currency: string | null; spent: number }[]): number {
  return sums.reduce((sum, one) => sum + roughlyIn(one.spent, one.currency ?? currency, currency), 0);
}
