import { createHmac, randomUUID } from 'node:crypto';

import type { Input, Output } from '../../contract/index.ts';
import { nameKey } from '../../contract/accounts/username.ts';
import { Failure } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';
import { emailKeyAt } from './email-rules.ts';
import { findAccountAt } from './find-account.ts';
import { logIn } from './log-in.ts';

type SignUp = Pick<Input<'signUp'>, 'email' | 'name' | 'password' | 'idempotency_key'>;

/**
 * Returns the id of the account that a sign-up opens. It is derived from the form's key and the address, so that a
 * form sent again after a lost answer finds its own account. A discreet site never looks up the address, so there a
 * form with another name is another request: the first name may already belong to an account.
 */
export function memberIdFor({ context, site }: Call, { email, name, idempotency_key: key }: SignUp): string {
  if (key === undefined) return randomUUID();
  const ofName = site.settings.account_discretion ? ` ${nameKey(name)}` : '';
  const bytes = createHmac('sha256', context.secret)
    .update(`sign-up ${key} ${emailKeyAt(site, email)}${ofName}`)
    .digest()
    .subarray(0, 16);
  // Mark the bytes as a random UUID, like all ids.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Logs in to the account that this form opened earlier. Undefined if there is none or its site is discreet, where a
 * sign-up never logs in. Throws request.key-reused if login fails, and request.too-many while logins are slowed.
 */
export async function enterAgain(
  call: Call,
  memberId: string,
  { email, password }: Pick<SignUp, 'email' | 'password'>,
): Promise<Output<'signUp'> | undefined> {
  const { context, site } = call;
  const account = await findAccountAt(context.database, site, email);
  if (account?.member_id !== memberId) return undefined;
  const home = await context.sites.ofMember(account.site, null);
  if (home.settings.account_discretion) return undefined;
  try {
    return await logIn({ login: email, password }, call);
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'request.too-many') throw error;
    // Logins are not slowed for long.
    throw error.code === 'login.slowed'
      ? new Failure('request.too-many', error.values)
      : new Failure('request.key-reused');
  }
}
