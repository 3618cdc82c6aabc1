import type { ErrorCode } from '../platform/errors.ts';
import { passwordLengthMax, passwordLengthMin } from './limits.ts';
import { countCodePoints } from '../platform/text.ts';

/** Values for the sentences about passwords. */
export const passwordValues = { min: passwordLengthMin, max: passwordLengthMax } as const;

/**
 * Returns a password in NFC, as it is checked and hashed: some systems type é as one character, others as a letter and
 * an accent. Capitals, spaces and look-alike characters stay as typed (RFC 8265).
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** Returns the error if a password's length in code points is invalid. The server also refuses common passwords. */
export function passwordLengthError(password: string): ErrorCode | undefined {
  const length = countCodePoints(normalizePassword(password));
  if (length < passwordLengthMin) return 'password.too-short';
  return length > passwordLengthMax ? 'password.too-long' : undefined;
}
