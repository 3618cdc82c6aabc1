import type { ErrorAnswer } from '../../contract/errors.ts';
import { type Call, CallError } from '../call.ts';
import { townOf } from './town-of.ts';

/**
 * What the server finds wrong with password, name and town of a sign-up: the browser knows neither common passwords nor
 * taken names nor towns. Null if they are fine. If the server cannot be asked, the sign-up itself will.
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
    await townOf(fields, call);
    return null;
  } catch (error) {
    return error instanceof CallError && error.code === 'input.invalid' ? error.body : null;
  }
}
