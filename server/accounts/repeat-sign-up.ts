import { createHmac } from 'node:crypto';

import { nameKey } from '../../contract/accounts/username.ts';
import type { Input, Output } from '../../contract/index.ts';
import { Failure } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';
import { createId, decodeId, idBytes } from '../platform/ids.ts';
import { emailKeyAt, findAccountAt } from './find-account.ts';
import { logIn } from './log-in.ts';

type SignUp = Input<'signUp'>;

/**
 * Derives the account's id from the form's key and the address, so that a form sent again finds its own account. A
 * discreet site never looks up the address: there a form with another name is another request.
 */
export function deriveMemberId(
  { context, site }: Call,
  { email, name, idempotency_key: key }: Pick<SignUp, 'email' | 'name' | 'idempotency_key'>,
): MemberId {
  if (key === undefined) return createId();
  const ofName = site.settings.account_discretion ? ` ${nameKey(name)}` : '';
  const bytes = createHmac('sha256', context.secret)
    .update(`sign-up ${key} ${emailKeyAt(site, email)}${ofName}`)
    .digest()
    .subarray(0, idBytes);
  // Mark the bytes as a random UUID, like all ids.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return decodeId(bytes);
}

/**
 * Logs in to the account that this form opened earlier; undefined if there is none or its site is discreet. Throws
 * request.key-reused if login fails, and request.too-many while logins are slowed.
 */
async function logInAgain(
  call: Call,
  memberId: MemberId,
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

/** Logs in to the account that this form opened earlier; opens it if there is none. */
export async function orLogInAgain(
  call: Call,
  memberId: MemberId,
  input: SignUp,
  open: () => Promise<Output<'signUp'>>,
): Promise<Output<'signUp'>> {
  const earlier = await logInAgain(call, memberId, input);
  if (earlier) return earlier;
  try {
    return await open();
  } catch (error) {
    // The same form can arrive twice at once.
    const entered = error instanceof Failure ? await logInAgain(call, memberId, input) : undefined;
    if (!entered) throw error;
    return entered;
  }
}
