import { createHmac } from 'node:crypto';

import type { AppContext } from '../context.ts';
import { isSameSecret } from '../platform/hash.ts';

type Keyed = Pick<AppContext, 'secret'>;

/** The characters of a number, without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;

/** Returns 50 bits of a keyed hash, such as 7K2QX-9MD4T: nobody can choose it, and a repetition gets the same. */
export function deriveComplaintNumber({ secret }: Keyed, sameness: string): string {
  const bytes = createHmac('sha256', secret).update(`complaint number ${sameness}`).digest();
  const letters = Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

export function readNumber(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** Derives the token from the installation's secret; it is not stored. */
export function deriveComplaintToken({ secret }: Keyed, number: string): string {
  return createHmac('sha256', secret).update(`complaint token ${number}`).digest('base64url');
}

export function isComplaintToken(context: Keyed, number: string, token: string): boolean {
  return isSameSecret(token, deriveComplaintToken(context, number));
}

export function buildModerationActionPath(context: Keyed, number: string): string {
  return `/decision?number=${number}&token=${deriveComplaintToken(context, number)}`;
}

export function buildComplaintPath(context: Keyed, number: string): string {
  return `/complaint-state?number=${number}&token=${deriveComplaintToken(context, number)}`;
}
