import { createHmac, timingSafeEqual } from 'node:crypto';

import type { AppContext } from '../context.ts';

type Keyed = Pick<AppContext, 'secret'>;

/** Without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;

/**
 * Returns the number of a complaint, such as 7K2QX-9MD4T: 50 bits of a keyed hash of `sameness`. Nobody can choose a
 * number, and a repeated complaint gets the same one.
 */
export function deriveComplaintNumber({ secret }: Keyed, sameness: string): string {
  const bytes = createHmac('sha256', secret).update(`complaint number ${sameness}`).digest();
  const letters = Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Normalizes a typed number. */
export function readNumber(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Returns the token that shows a complaint's state. It is derived from the installation's secret and not stored. */
export function deriveComplaintToken({ secret }: Keyed, number: string): string {
  return createHmac('sha256', secret).update(`complaint token ${number}`).digest('base64url');
}

/** Whether a token belongs to a number, in constant time. */
export function isComplaintToken(context: Keyed, number: string, token: string): boolean {
  const expected = Buffer.from(deriveComplaintToken(context, number));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Returns the path of the page with the reasons for a measure. */
export function buildMeasurePath(context: Keyed, number: string): string {
  return `/decision?number=${number}&token=${deriveComplaintToken(context, number)}`;
}

/** Returns the path of the page with the state of a complaint. */
export function buildComplaintPath(context: Keyed, number: string): string {
  return `/complaint-state?number=${number}&token=${deriveComplaintToken(context, number)}`;
}
