import { nameKey } from '../../contract/username.ts';
import type { AppContext } from '../context.ts';
import { sourceOf } from '../platform/addresses.ts';
import type { Transaction } from '../platform/database/database.ts';
import { accountLoginLimit, loginLimit, oldPasswordLimit } from './attempt-rules.ts';
import { type CountedAttempt, clearAttempts, pseudonymOf, takeAttempt } from './attempts.ts';
import { emailKey } from './email-rules.ts';
import type { AccountRow } from './queries.ts';

/**
 * The two counters of a login, each for one source. `typed` counts what was typed; when it is blocked, the answer says
 * so. `account` counts the account, by whichever login it was named; when it is blocked, the answer is the same as for a
 * wrong password. Otherwise somebody who blocks an address could find out which username belongs to it.
 */
export interface LoginAttempt {
  typed: CountedAttempt & { source: string };
  account: CountedAttempt & { source: string };
}

/** The form in which a login is looked up and counted. */
export function loginKey(login: string): string {
  return login.includes('@') ? emailKey(login) : nameKey(login);
}

/** The attempts of a caller who typed a login. An unknown login counts as an account of its own: the work is the same. */
export function loginAttempt(
  context: AppContext,
  { login, ip, memberId }: { login: string; ip: string; memberId: string | undefined },
): LoginAttempt {
  const source = pseudonymOf(context, sourceOf(ip));
  const typed = typedSubject(context, loginKey(login));
  return {
    typed: { limit: loginLimit, subject: typed, source },
    account: { limit: accountLoginLimit, subject: memberId ?? typed, source },
  };
}

function typedSubject(context: AppContext, key: string): string {
  return pseudonymOf(context, `login ${key}`);
}

/** Milliseconds until the login and the account may be tried; an attempt is taken from each that may be tried now. */
export async function takeLoginAttempt(
  tx: Transaction,
  { typed, account }: LoginAttempt,
  now: Date,
): Promise<{ typedWaitMs: number; accountWaitMs: number }> {
  const typedWaitMs = await takeAttempt(tx, typed, now);
  return { typedWaitMs, accountWaitMs: typedWaitMs > 0 ? 0 : await takeAttempt(tx, account, now) };
}

/** Forgets the attempts of a login with the correct password. */
export async function forgetLoginAttempt(tx: Transaction, { typed, account }: LoginAttempt): Promise<void> {
  for (const { limit, subject, source } of [typed, account]) await clearAttempts(tx, limit, subject, source);
}

/** Lifts every block of an account whose owner has proved who they are, for all sources. */
export async function liftBlocks(tx: Transaction, context: AppContext, account: AccountRow): Promise<void> {
  for (const login of [account.email, account.name])
    await clearAttempts(tx, loginLimit, typedSubject(context, loginKey(login)), null);
  for (const limit of [accountLoginLimit, oldPasswordLimit]) await clearAttempts(tx, limit, account.member_id, null);
}
