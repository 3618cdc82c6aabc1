import type { ErrorAnswer } from '../../contract/platform/errors.ts';
import { type Call, CallError } from '../platform/call.ts';
import { findTown } from './find-town.ts';

/**
 * Returns the server's errors for password, name and town of a sign-up, or null. The browser knows neither common
 * passwords nor taken names nor towns. If this request fails, the sign-up itself checks again.
 */
export async function checkSignUp(call: Call, fields: Record<string, string>): Promise<ErrorAnswer | null> {
  const { email = '', password = '', name = '', key } = fields;
  try {
    await call('checkSignUp', {
      email: email.trim(),
      password,
      name: name.trim(),
      ...(key && { idempotency_key: key }),
    });
    await findTown(fields, call);
    return null;
  } catch (error) {
    return error instanceof CallError && error.code === 'input.invalid' ? error.body : null;
  }
}
