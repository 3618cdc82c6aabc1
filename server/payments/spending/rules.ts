import type { Currency } from '../../../contract/platform/countries.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { SpendingLimitRow } from './queries.ts';

/** Rough value of 1,000 euro cents in minor units, for spending limits and warnings only, never for prices. */
const perThousand: Record<Currency, number> = {
  EUR: 1_000,
  GBP: 860,
  CHF: 940,
  USD: 1_120,
  CAD: 1_550,
  AUD: 1_720,
  NZD: 1_900,
  PLN: 4_250,
  DKK: 7_460,
  SEK: 11_100,
  NOK: 11_600,
};

function getWorth(currency: string): number {
  return perThousand[currency as Currency] ?? perThousand.EUR;
}

/** Converts minor units roughly to another currency, rounding up. The same currency gives the same amount. */
function roughlyIn(minor: number, from: string, to: string): number {
  if (from === to) return minor;
  return Math.ceil((minor * getWorth(to)) / getWorth(from));
}

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

/** Returns the member's own limit in minor units of its currency, ignoring breaks; null for none. */
function ownLimitAt(row: SpendingLimitRow, now: Date): number | null {
  return row.next_at !== null && row.next_at <= now ? row.next_amount : row.amount;
}

function isOnBreak({ break_until: until }: SpendingLimitRow, now: Date): boolean {
  return until !== null && until > now;
}

/** Returns the limit in force at a time, in another currency; null for none, 0 during a break. */
export function limitAt(row: SpendingLimitRow, currency: string, now: Date): number | null {
  if (isOnBreak(row, now)) return 0;
  const limit = ownLimitAt(row, now);
  return limit === null ? null : roughlyIn(limit, row.currency, currency);
}

export function nextLimit(
  row: SpendingLimitRow,
  currency: string,
  now: Date,
): { limit: number | null; from: string } | null {
  if (row.next_at === null || row.next_at <= now) return null;
  const limit = row.next_amount === null ? null : roughlyIn(row.next_amount, row.currency, currency);
  return { limit, from: row.next_at.toISOString() };
}

export function breakEnd(row: SpendingLimitRow, now: Date): string | null {
  return isOnBreak(row, now) ? (row.break_until?.toISOString() ?? null) : null;
}

/**
 * Returns the row with a new limit. A lower one takes effect at once; a higher one, or none, after a day, which asking
 * again does not prolong.
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

/** Starts a break; one that has begun is not extended. */
export function withBreak(row: SpendingLimitRow, now: Date): SpendingLimitRow {
  return isOnBreak(row, now) ? row : { ...row, break_until: after(now, breakMs) };
}

function isHigher(limit: number | null, than: number | null): boolean {
  return than !== null && (limit === null || limit > than);
}

export function totalIn(currency: string, sums: readonly { currency: string | null; spent: number }[]): number {
  return sums.reduce((sum, one) => sum + roughlyIn(one.spent, one.currency ?? currency, currency), 0);
}
