import type { Country } from './countries.ts';

/**
 * Standard rates of value added tax (in Australia, Canada and New Zealand of the goods and services tax) on electronic
 * services to consumers, in hundredths of a percent. Prices include it. An order keeps the rate of its day.
 */
export const vatRates = {
  US: 0,
  NL: 2_100,
  BE: 2_100,
  FR: 2_000,
  IT: 2_200,
  ES: 2_100,
  DE: 1_900,
  AT: 2_000,
  IE: 2_300,
  GB: 2_000,
  CA: 500,
  PL: 2_300,
  AU: 1_000,
  NZ: 1_500,
  CH: 810,
  DK: 2_500,
  FI: 2_550,
  NO: 2_500,
  SE: 2_500,
} as const satisfies Record<Country, number>;

/** The tax within a price, in the price's minor units, rounded half up. `rate` is in hundredths of a percent. */
export function vatWithin(price: number, rate: number): number {
  const divisor = 10_000 + rate;
  return Math.floor((2 * price * rate + divisor) / (2 * divisor));
}
