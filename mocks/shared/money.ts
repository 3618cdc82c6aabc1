/** Money in the API's format: an ISO 4217 code and a decimal string with exactly the currency's decimals. */
export type Amount = { currency: string; value: string };

/** Currencies the provider accepts, with their number of decimals. */
const currencyDecimals: Readonly<Record<string, number>> = {
  AED: 2,
  AUD: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  HUF: 2,
  ILS: 2,
  ISK: 0,
  JPY: 0,
  MXN: 2,
  NOK: 2,
  NZD: 2,
  PLN: 2,
  RON: 2,
  SEK: 2,
  SGD: 2,
  USD: 2,
  ZAR: 2,
};

export function isCurrency(currency: unknown): currency is string {
  return typeof currency === 'string' && Object.hasOwn(currencyDecimals, currency);
}

/** True if `value` is a plain decimal with exactly the currency's decimals, at most ten digits before the point. */
export function isValue(value: unknown, currency: string): value is string {
  const decimals = currencyDecimals[currency] ?? 2;
  const pattern = decimals === 0 ? /^\d{1,10}$/ : new RegExp(String.raw`^\d{1,10}\.\d{${decimals}}$`);
  return typeof value === 'string' && pattern.test(value);
}

/** `14.99` → 1499: integers, so that sums are exact. */
export function toMinor(amount: Amount): number {
  return Number(amount.value.replace('.', ''));
}

/** 1499 → `14.99` in the decimals of the currency. */
export function fromMinor(minor: number, currency: string): Amount {
  const decimals = currencyDecimals[currency] ?? 2;
  if (decimals === 0) return { currency, value: String(minor) };
  const digits = String(minor).padStart(decimals + 1, '0');
  return { currency, value: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` };
}
