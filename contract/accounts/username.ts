import type { ErrorCode } from '../platform/errors.ts';
import { nameLengthMax, nameLengthMin } from '../members/limits.ts';
import { countCodePoints, isBlank } from '../platform/text.ts';

/**
 * Letters of Latin alphabets, and digits; `allowed` may stand between them. A single script rules out look-alike
 * letters. Phonetic letters, combining marks, and invisible or direction-changing characters are excluded.
 */
const letter =
  'A-Za-z0-9\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u017F\\u01A0\\u01A1\\u01AF\\u01B0\\u01CD-\\u01DC\\u01FA-\\u021B\\u1E00-\\u1EFF';
const allowed = new RegExp(`^[${letter}]+(?:[ _'-][${letter}]+)*$`, 'u');

/** Returns a username as it is stored: normalized, with straight apostrophes and no space around it. */
export function cleanName(name: string): string {
  return name.normalize('NFKC').replaceAll('’', "'").trim();
}

/** Returns the unique form of a username, which ignores case. */
export function nameKey(name: string): string {
  return cleanName(name).toLowerCase().normalize('NFKC');
}

export const nameErrors = [
  'field.missing',
  'name.same-as-email',
  'name.starts-with-at',
  'name.not-allowed',
] as const satisfies readonly ErrorCode[];

export type NameError = (typeof nameErrors)[number];

/** Returns a username's error, if any (specification, section 5). The server also checks taken and staff-like names. */
export function usernameError(name: string, email: string): NameError | undefined {
  const clean = cleanName(name);
  if (isBlank(clean)) return 'field.missing';
  if (nameKey(clean) === cleanName(email).toLowerCase()) return 'name.same-as-email';
  if (clean.startsWith('@')) return 'name.starts-with-at';
  const length = countCodePoints(clean);
  if (length < nameLengthMin || length > nameLengthMax) return 'name.not-allowed';
  return allowed.test(clean) && /\p{L}/u.test(clean) ? undefined : 'name.not-allowed';
}
