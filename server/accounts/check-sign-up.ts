import { passwordValues } from '../../contract/password.ts';
import { nameKey } from '../../contract/username.ts';
import { refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { nameError } from './name-rules.ts';
import { passwordError } from './password-rules.ts';
import { findNameOwner } from './queries.ts';
import { memberIdFor } from './repeated-sign-up.ts';

/**
 * Checks password and name as sign-up will, when the step that asks for them is left. An empty name is not checked. Names
 * are public, so that telling which are taken reveals nothing; of the address nothing is looked up. Stores nothing. Throws
 * input.invalid with `password` and `name`.
 */
export const checkSignUp: Handler<'checkSignUp'> = async (input, call) => {
  const { password, email, name = '' } = input;
  const nameFault = name === '' ? undefined : nameError(name, email);
  refuseFields({ password: passwordError(password, { email, name }), name: nameFault }, passwordValues);
  if (name === '') return { ok: true };
  const owner = await call.context.database.first(findNameOwner, { key: nameKey(name) });
  // A form that is sent again keeps the name of the account that it has opened.
  const isOwn = owner?.member_id === memberIdFor(call, { ...input, name });
  refuseFields({ name: owner && !isOwn ? 'name.taken' : undefined });
  return { ok: true };
};
