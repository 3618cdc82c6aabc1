import type { ErrorCode } from './errors.ts';
import { passwordLengthMax, passwordLengthMin } from './limits.ts';
import { countCodePoints } from './text.ts';

/** Values that the sentences about passwords name. */
export const passwordValues = { min: passwordLengthMin, max: passwordLengthMax } as const;

/** Whether a password is too short or too long, in code points. The server also refuses common passwords. */
export function passwordLengthError(password: string): ErrorCode | undefined {
  const length = countCodePoints(password);
  if (length < passwordLengthMin) return 'password.too-short';
  return length > passwordLengthMax ? 'password.too-long' : undefined;
}
