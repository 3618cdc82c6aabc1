import { dayIn, dayText } from '../platform/calendar.ts';
import { type Country, getCapitalTimeZone } from '../platform/countries.ts';
import { untaxedRegions } from './tax-names.ts';

/** Tax rates of a place in hundredths of a percent, each with the local day from which it applies. */
type Rates = readonly (readonly [from: string, rate: number])[];

const always = '';

/** VAT or GST on electronic services to consumers. An order keeps its rate, so enter a new one before it applies. */
const standardRates: Record<Country, Rates> = {
  // We have no nexus in any state.
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
 * Regions with other rates. In five provinces of Canada, the harmonized tax replaces the federal one; Québec's, British
 * Columbia's and Saskatchewan's extra taxes require separate registrations. So do the taxes of the Canary Islands,
 * Ceuta, Melilla and Åland, which are outside the VAT of the European Union.
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

/** Returns the region if its tax differs from the rest of the country, else null. */
export function findTaxRegion(country: Country, region: string | null): string | null {
  return region !== null && region.startsWith(`${country}-`) && Object.hasOwn(regionRates, region) ? region : null;
}

/** Returns the tax rate in a place at a time, in hundredths of a percent. */
export function vatRateAt(country: Country, region: string | null, at: Date): number {
  const own = findTaxRegion(country, region);
  const rates = (own === null ? undefined : regionRates[own]) ?? standardRates[country];
  const day = dayText(dayIn(getCapitalTimeZone(country), at));
  return rates.findLast(([from]) => from <= day)?.[1] ?? 0;
}

/** Returns the tax within a price, in its minor units, rounded half up. `rate` is in hundredths of a percent. */
export function vatWithin(price: number, rate: number): number {
  const divisor = 10_000 + rate;
  return Math.floor((2 * price * rate + divisor) / (2 * divisor));
}
