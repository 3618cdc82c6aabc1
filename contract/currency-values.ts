import type { Currency } from './countries.ts';

/**
 * How many minor units of each currency are worth as much as 1000 of the euro, roughly. Only for limits that the member
 * sets and that we warn at: no price is ever computed from it.
 */
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

function worthOf(currency: string): number {
  return perThousand[currency as Currency] ?? perThousand.EUR;
}

/** About as much money in another currency, in minor units, rounded up. The same currency gives the same amount. */
export function roughlyIn(minor: number, from: string, to: string): number {
  if (from === to) return minor;
  return Math.ceil((minor * worthOf(to)) / worthOf(from));
}
