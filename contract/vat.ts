import { dayIn, dayText } from './calendar.ts';
import { type Country, timeZoneOf } from './countries.ts';
import { untaxedRegions } from './tax-names.ts';

/** The rates of a place in hundredths of a percent, each from a day on in the calendar of its country. */
type Rates = readonly (readonly [from: string, rate: number])[];

const always = '';

/**
 * Standard rates of value added tax (in Australia, Canada and New Zealand of the goods and services tax) on electronic
 * services to consumers. Prices include it. An order keeps the rate of its day. A new rate is entered before its day.
 */
const standardRates: Record<Country, Rates> = {
  // Without a nexus in a state.
  US: [[always, 0]],
  NL: [[always, 2_100]],
  BE: [[always, 2_100]],
  FR: [[always, 2_000]],
  IT: [[always, 2_200]],
  ES: [[always, 2_100]],
  DE: [[always, 1_900]],
  AT: [[always, 2_000]],
  IE: [[always, 2_300]],
  GB: [[always, 2_000]],
  CA: [[always, 500]],
  PL: [[always, 2_300]],
  AU: [[always, 1_000]],
  NZ: [[always, 1_500]],
  CH: [
    [always, 770],
    ['2024-01-01', 810],
  ],
  DK: [[always, 2_500]],
  FI: [
    [always, 2_400],
    ['2024-09-01', 2_550],
  ],
  NO: [[always, 2_500]],
  SE: [[always, 2_500]],
};

/**
 * Regions with other rates. The harmonized sales tax takes the place of the federal one in five provinces of Canada; the
 * taxes of Québec, British Columbia and Saskatchewan beside it need registrations of their own. The Canary Islands, Ceuta,
 * Melilla and Åland are outside the VAT of the European Union, and their own taxes need registrations there.
 */
const regionRates: Readonly<Record<string, Rates>> = {
  'CA-ON': [[always, 1_300]],
  'CA-NB': [[always, 1_500]],
  'CA-NL': [[always, 1_500]],
  'CA-NS': [
    [always, 1_500],
    ['2025-04-01', 1_400],
  ],
  'CA-PE': [[always, 1_500]],
  ...Object.fromEntries(untaxedRegions.map((region): [string, Rates] => [region, [[always, 0]]])),
};

/** The region where the tax is another than in the rest of the country; null elsewhere. */
export function taxRegionOf(country: Country, region: string | null): string | null {
  return region !== null && region.startsWith(`${country}-`) && Object.hasOwn(regionRates, region) ? region : null;
}

/** The rate of tax in a place at a time, in hundredths of a percent. */
export function vatRateAt(country: Country, region: string | null, at: Date): number {
  const own = taxRegionOf(country, region);
  const rates = (own === null ? undefined : regionRates[own]) ?? standardRates[country];
  const day = dayText(dayIn(timeZoneOf(country), at));
  return rates.findLast(([from]) => from <= day)?.[1] ?? 0;
}

/** The tax within a price, in the price's minor units, rounded half up. `rate` is in hundredths of a percent. */
export function vatWithin(price: number, rate: number): number {
  const divisor = 10_000 + rate;
  return Math.floor((2 * price * rate + divisor) / (2 * divisor));
}
