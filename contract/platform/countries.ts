import type { Language } from './languages.ts';

interface CountryFacts {
  currency: string;
  locales: readonly [Language, ...Language[]];
  inEea: boolean;
  timeZone: string;
}

/**
 * The countries Tealight serves, keyed by ISO 3166-1 alpha-2 code (specification, section 9).
 *
 * - `currency`: ISO 4217 code of the currency of prices.
 * - `locales`: languages in the language menu, the default first.
 * - `inEea`: whether the consumer rules of the EEA apply (fee, refund days, labels). GB and CH are outside.
 * - `timeZone`: IANA zone of the capital or the most populous area; the site's day ends at midnight there.
 */
export const countries = {
  US: { currency: 'USD', locales: ['en', 'es'], inEea: false, timeZone: 'America/New_York' },
  NL: { currency: 'EUR', locales: ['nl', 'en'], inEea: true, timeZone: 'Europe/Amsterdam' },
  BE: { currency: 'EUR', locales: ['nl', 'fr', 'de', 'en'], inEea: true, timeZone: 'Europe/Brussels' },
  FR: { currency: 'EUR', locales: ['fr', 'en'], inEea: true, timeZone: 'Europe/Paris' },
  IT: { currency: 'EUR', locales: ['it', 'de', 'en'], inEea: true, timeZone: 'Europe/Rome' },
  ES: { currency: 'EUR', locales: ['es', 'en'], inEea: true, timeZone: 'Europe/Madrid' },
  DE: { currency: 'EUR', locales: ['de', 'en'], inEea: true, timeZone: 'Europe/Berlin' },
  AT: { currency: 'EUR', locales: ['de', 'en'], inEea: true, timeZone: 'Europe/Vienna' },
  IE: { currency: 'EUR', locales: ['en'], inEea: true, timeZone: 'Europe/Dublin' },
  GB: { currency: 'GBP', locales: ['en'], inEea: false, timeZone: 'Europe/London' },
  CA: { currency: 'CAD', locales: ['en', 'fr'], inEea: false, timeZone: 'America/Toronto' },
  PL: { currency: 'PLN', locales: ['pl', 'en'], inEea: true, timeZone: 'Europe/Warsaw' },
  AU: { currency: 'AUD', locales: ['en'], inEea: false, timeZone: 'Australia/Sydney' },
  NZ: { currency: 'NZD', locales: ['en'], inEea: false, timeZone: 'Pacific/Auckland' },
  CH: { currency: 'CHF', locales: ['de', 'fr', 'it', 'en'], inEea: false, timeZone: 'Europe/Zurich' },
  DK: { currency: 'DKK', locales: ['da', 'en'], inEea: true, timeZone: 'Europe/Copenhagen' },
  FI: { currency: 'EUR', locales: ['fi', 'sv', 'en'], inEea: true, timeZone: 'Europe/Helsinki' },
  NO: { currency: 'NOK', locales: ['nb', 'en'], inEea: true, timeZone: 'Europe/Oslo' },
  SE: { currency: 'SEK', locales: ['sv', 'en'], inEea: true, timeZone: 'Europe/Stockholm' },
} as const satisfies Record<string, CountryFacts>;

export type Country = keyof typeof countries;

export type Currency = (typeof countries)[Country]['currency'];

export const countryCodes = Object.keys(countries) as readonly Country[];

export const currencies: readonly Currency[] = [...new Set(Object.values(countries).map(({ currency }) => currency))];

/** Returns the time zone of a country's capital; UTC for a country that is not in the list. */
export function getCapitalTimeZone(country: string): string {
  return isCountry(country) ? countries[country].timeZone : 'UTC';
}

/** True for a country code; codes are upper case. */
export function isCountry(code: string): code is Country {
  return Object.hasOwn(countries, code);
}

/** The value in place of a country code that searches all countries. */
export const anyCountry = 'all';
