import { createHmac, timingSafeEqual } from 'node:crypto';

import type { AppContext } from '../context.ts';

type Keyed = Pick<AppContext, 'secret'>;

/** Without the letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;

/**
 * The number of a complaint, such as 7K2QX-9MD4T: 50 bits of a keyed hash of what makes it the same one, so that nobody
 * chooses a number, and sending it again gives the same.
 */
export function numberOf({ secret }: Keyed, sameness: string): string {
  const bytes = createHmac('sha256', secret).update(`complaint number ${sameness}`).digest();
  const letters = Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** A number as somebody typed it. */
export function readNumber(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** What shows the state of a complaint. It follows from the installation's secret, so none is stored. */
export function tokenOf({ secret }: Keyed, number: string): string {
  return createHmac('sha256', secret).update(`complaint token ${number}`).digest('base64url');
}

/** Whether a token is that of a number; takes as long for a wrong one. */
export function isTokenOf(context: Keyed, number: string, token: string): boolean {
  const expected = Buffer.from(tokenOf(context, number));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The path of the page that shows the reasons for a measure. */
export function measurePathOf(context: Keyed, number: string): string {
  return `/decision?number=${number}&token=${tokenOf(context, number)}`;
}

/** The path of the page that shows where a complaint stands. */
export function pathOf(context: Keyed, number: string): string {
  return `/complaint-state?number=${number}&token=${tokenOf(context, number)}`;
}
