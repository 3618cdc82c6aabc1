import type { Call, Handler } from '../platform/handler.ts';
import { type Proof, admit, checkLogin } from './check-login.ts';
import { findAccountAt } from './find-account.ts';
import { loginAttempt, loginKey } from './login-attempts.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { type AccountRow, findByName, setPassword } from './queries.ts';

/**
 * Logs in with email address or username (specification, sections 7 and 8). Unknown logins do the same work as known
 * ones and take as long. Throws login.failed; login.blocked with the minutes left after five wrong passwords in 15
 * minutes for the typed login from this source; login.slowed instead of both while too many logins fail everywhere;
 * account.banned and account.pending-deletion only with the correct password.
 */
export const logIn: Handler<'logIn'> = async ({ login, password }, call) => {
  const account = await findLogin(call, login);
  const attempt = loginAttempt(call.context, { login, ip: call.ip, memberId: account?.member_id });
  // Replaces an outdated hash.
  let renewed: string | undefined;
  const byPassword: Proof = {
    failed: 'login.failed',
    byPasskey: () => false,
    isGuessable: true,
    // While logins are slowed, verify without the hash, so that the timing of the answer does not reveal a correct
    // password.
    fits: async (mayTry) => {
      const { fits, outdated } = await verifyPassword(mayTry ? account?.password_hash : undefined, password);
      if (fits && outdated) renewed = await hashPassword(password);
      return fits;
    },
    stillFits: async (tx, { member_id: memberId, password_hash: now }) => {
      // Another login may have renewed the hash meanwhile.
      if (now !== account?.password_hash) return renewed !== undefined && (await verifyPassword(now, password)).fits;
      if (renewed !== undefined) await tx.run(setPassword, { memberId, passwordHash: renewed });
      return true;
    },
  };
  return admit(call, await checkLogin(call, attempt, account, byPassword), byPassword);
};

async function findLogin({ context, site }: Call, login: string): Promise<AccountRow | undefined> {
  const { database } = context;
  const row = await (login.includes('@')
    ? findAccountAt(database, site, login)
    : database.first(findByName, { key: loginKey(login) }));
  return row?.status === 'deleted' ? undefined : row;
}
