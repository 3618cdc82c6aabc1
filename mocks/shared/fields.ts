import { ApiError, unprocessable } from './api-error.ts';
import { isCurrency, isValue, toMinor } from './money.ts';
import type { Amount } from './money.ts';

export type Fields = Record<string, unknown>;

/** Reads the JSON object of a request. A missing body counts as `{}`; anything else throws 400. */
export function readFields(body: unknown): Fields {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new ApiError(400, 'The body has to be a JSON object.');
  return body as Fields;
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
