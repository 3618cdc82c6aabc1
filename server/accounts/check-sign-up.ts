import { passwordValues } from '../../contract/accounts/password.ts';
import { nameKey } from '../../contract/accounts/username.ts';
import { refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { nameError } from './name-rules.ts';
import { passwordError } from './password-rules.ts';
import { findNameOwner } from './queries.ts';
import { deriveMemberId } from './repeat-sign-up.ts';

/**
 * Checks password and name as sign-up will. Names are public, so telling which are taken reveals nothing; the address
 * is never looked up. Throws input.invalid with `password` and `name`.
 */
export const checkSignUp: Handler<'checkSignUp'> = async (input, call) => {
  const { password, email, name = '' } = input;
  const nameFault = name === '' ? undefined : nameError(name, email);
  refuseFields({ password: passwordError(password, { email, name }), name: nameFault }, passwordValues);
  if (name === '') return { ok: true };
  const owner = await call.context.database.first(findNameOwner, { key: nameKey(name) });
  // A form sent again keeps the name of the account that it opened.
  const isOwn = owner?.member_id === deriveMemberId(call, { ...input, name });
  refuseFields({ name: owner && !isOwn ? 'name.taken' : undefined });
  return { ok: true };
};
