import type { Currency } from '../platform/countries.ts';

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

/** Roughly converts minor units to another currency, rounding up. The same currency gives the same amount. */
export function roughlyIn(minor: number, from: string, to: string): number {
  if (from === to) return minor;
  return Math.ceil((minor * getWorth(to)) / getWorth(from));
}
