import type { ErrorCode } from './errors.ts';
import { passwordLengthMax, passwordLengthMin } from './limits.ts';
import { countCodePoints } from './text.ts';

/** Values that the sentences about passwords name. */
export const passwordValues = { min: passwordLengthMin, max: passwordLengthMax } as const;

/**
 * A password as it is judged and hashed, in NFC: one system types é as one character, another as a letter with an accent.
 * Everything else stays as it was typed: capitals, spaces, and characters that only resemble each other (RFC 8265).
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** Whether a password is too short or too long, in code points. The server also refuses common passwords. */
export function passwordLengthError(password: string): ErrorCode | undefined {
  const length = countCodePoints(normalizePassword(password));
  if (length < passwordLengthMin) return 'password.too-short';
  return length > passwordLengthMax ? 'password.too-long' : undefined;
}
