import type { ErrorAnswer } from '../../contract/errors.ts';
import { type Call, CallError } from '../call.ts';

/**
 * What the server finds wrong with the password of a sign-up, whose lists of common passwords the browser does not have;
 * null if it is fine. If the server cannot be asked, the sign-up itself will.
 */
export async function checkPassword(call: Call, fields: Record<string, string>): Promise<ErrorAnswer | null> {
  const { email = '', password = '', name = '' } = fields;
  try {
    await call('checkPassword', { email: email.trim(), password, name });
    return null;
  } catch (error) {
    return error instanceof CallError && error.code === 'input.invalid' ? error.body : null;
  }
}
