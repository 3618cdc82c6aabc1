import type { Currency } from '../platform/countries.ts';

/** A mandate is kept while a debit can be disputed as unauthorized, plus some weeks to answer the dispute. */
export const mandateKeptMonths = 14;
export const paymentsPageSize = 20;
export const smsCodeTriesMax = 5;
export const smsCodeMinutes = 10;
/** Pause between two codes for one direct debit. */
export const smsResendSeconds = 60;
/** Direct debits within 24 hours, per member and per bank account. */
export const debitsPerDay = 3;
/** Limit on open direct debits, per member and per bank account: the default, and the highest that a site may set. */
export const debitExposureMinor = 15_000;
export const debitExposureMaxMinor = 10_000_000;
/** A mandate that is unused for this long expires (SEPA Core Direct Debit Scheme Rulebook). */
export const debitMandateMonths = 36;
/** How long a direct debit can be completed after its start. Limited because it states the day of the collection. */
export const debitOpenMinutes = 120;
/** The highest spending limit that can be set, in minor units of any currency. */
export const spendingLimitMaxMinor = 10_000_000;

/** The minimum amounts that payment providers charge, in minor units. */
export const leastAmounts: Record<Currency, number> = {
  EUR: 50,
  USD: 50,
  GBP: 30,
  CAD: 50,
  PLN: 200,
  AUD: 50,
  NZD: 50,
  CHF: 50,
  DKK: 250,
  NOK: 300,
  SEK: 300,
};
