import { passwordValues } from '../../contract/password.ts';
import { refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { passwordError } from './password-rules.ts';

/**
 * Checks a password as sign-up will, when the step that asks for it is left. Reads and stores nothing. Throws
 * input.invalid with `password`.
 */
export const checkPassword: Handler<'checkPassword'> = async ({ password, email, name = '' }) => {
  refuseFields({ password: passwordError(password, { email, name }) }, passwordValues);
  return { ok: true };
};
