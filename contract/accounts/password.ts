import type { ErrorCode } from '../platform/errors.ts';
import { passwordLengthMax, passwordLengthMin } from './limits.ts';
import { countCodePoints } from '../platform/text.ts';

export const passwordValues = { min: passwordLengthMin, max: passwordLengthMax } as const;

/** Returns a password in NFC, because some systems type é as a letter and an accent. All else stays (RFC 8265). */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** Returns the error if a password's length in code points is invalid. The server also refuses common passwords. */
export function passwordLengthError(password: string): ErrorCode | undefined {
  const length = countCodePoints(normalizePassword(password));
  if (length < passwordLengthMin) return 'password.too-short';
  return length > passwordLengthMax ? 'password.too-long' : undefined;
}
