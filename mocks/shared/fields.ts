export type Fields = Record<string, unknown>;

/** Reads the JSON object of a request. A missing body counts as `{}`; anything else throws 400. */
export function readFields(body: unknown): Fields {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new ApiError(400, 'The body has to be a JSON object.');
  return body as Fields;
}

export const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);

export function readCount(value: unknown, field: string, fallback: number, highest: number): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > highest) {
    throw unprocessable(field, `It has to be a whole number from 0 to ${highest}.`);
  }
  return value;
}

export function readChoice<T extends string>(value: unknown, field: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw unprocessable(field, `It has to be one of: ${choices.join(', ')}.`);
  return choice;
}

/** Reads `{ currency, value }`; throws 422 with the field. */
export function readAmount(value: unknown, field = 'amount'): Amount {
  if (typeof value !== 'object' || value === null) throw unprocessable(field, 'The amount is required.');
  const { currency, value: decimal } = value as Fields;
  if (!isCurrency(currency)) throw unprocessable(`${field}.currency`, 'The currency is missing or not supported.');
  if (!isValue(decimal, currency)) {
    throw unprocessable(`${field}.value`, 'The value has to be a string with the decimals of its currency.');
  }
  const amount = { currency, value: decimal };
  if (toMinor(amount) === 0) throw unprocessable(field, 'The amount is lower than the minimum.');
  return amount;
}

export class ApiError extends Error {
  readonly status: number;
  readonly field: string | undefined;

  constructor(status: number, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

export function unprocessable(field: string, detail: string): ApiError {
  return new ApiError(422, detail, field);
}

/** Money in the API's format: an ISO 4217 code and a decimal string with exactly the currency's decimals. */
export type Amount = { currency: string; value: string };

const currencies: ReadonlySet<unknown> = new Set(
  'AED AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN NOK NZD PLN RON SEK SGD USD ZAR'.split(' '),
);

export function isCurrency(currency: unknown): currency is string {
  return currencies.has(currency);
}

function countDecimals(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** True if `value` is a plain decimal with exactly the currency's decimals, at most ten digits before the point. */
export function isValue(value: unknown, currency: string): value is string {
  const decimals = countDecimals(currency);
  const pattern = decimals === 0 ? /^\d{1,10}$/ : new RegExp(String.raw`^\d{1,10}\.\d{${decimals}}$`);
  return typeof value === 'string' && pattern.test(value);
}

/** Converts `14.99` to 1499: integers, so that sums are exact. */
export function toMinor(amount: Amount): number {
  return Number(amount.value.replace('.', ''));
}

/** Converts 1499 to `14.99`, in the decimals of the currency. */
export function fromMinor(minor: number, currency: string): Amount {
  const decimals = countDecimals(currency);
  if (decimals === 0) return { currency, value: String(minor) };
  const digits = String(minor).padStart(decimals + 1, '0');
  return { currency, value: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` };
}
