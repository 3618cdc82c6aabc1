import type { Call, Handler } from '../platform/handler.ts';
import { type Proof, completeLogin, checkLogin } from './check-login.ts';
import { findAccountAt, findAccountNamed } from './find-account.ts';
import { loginAttempt, loginKey } from './login-attempts.ts';
import { verifyPassword } from './passwords.ts';
import type { AccountRow } from './queries.ts';

/**
 * Logs in with email address or username (specification, sections 7 and 8); unknown logins take as long. Throws
 * login.failed; login.blocked with the minutes left after five wrong passwords in 15 minutes for the typed login from
 * this source; login.slowed while too many logins fail everywhere; account.banned and account.pending-deletion only
 * with the correct password.
 */
export const logIn: Handler<'logIn'> = async ({ login, password }, call) => {
  const account = await findLogin(call, login);
  const attempt = loginAttempt(call.context, { login, ip: call.ip, memberId: account?.member_id });
  const byPassword: Proof = {
    failed: 'login.failed',
    byPasskey: () => false,
    isGuessable: true,
    // While logins are slowed, no hash is looked at: the timing must not reveal a correct password.
    fits: (mayTry) => verifyPassword(mayTry ? account?.password_hash : undefined, password),
    stillFits: async (_tx, { password_hash: now }) => now === account?.password_hash,
  };
  return completeLogin(call, await checkLogin(call, attempt, account, byPassword), byPassword);
};

async function findLogin({ context, site }: Call, login: string): Promise<AccountRow | undefined> {
  const { database } = context;
  const row = await (login.includes('@')
    ? findAccountAt(database, site, login)
    : findAccountNamed(database, loginKey(login)));
  return row?.status === 'deleted' ? undefined : row;
}
