import type { ErrorCode } from '../../contract/errors.ts';
import { Failure } from '../platform/failure.ts';
import type { Call, Handler } from '../platform/handler.ts';
import { createKeyedQueue } from '../platform/keyed-queue.ts';
import { closeSession, openSession } from './sessions/sessions.ts';
import { blockValues, leavingMailLimit } from './attempt-rules.ts';
import { takeAttempt } from './attempts.ts';
import {
  type LoginAttempt,
  acceptLogin,
  countFailedAccount,
  findSlowed,
  loginAttempt,
  loginKey,
  takeLoginAttempt,
} from './login-attempts.ts';
import { findAccountAt } from './find-account.ts';
import { verifyPassword } from './passwords.ts';
import { type AccountRow, findByName } from './queries.ts';
import { queueMail } from './queue-mail.ts';
import { readUser } from './read-user.ts';

// Correct passwords that arrive at once from many tabs each hold an attempt while they are checked. In order, they never
// use up the few that wrong ones are allowed. Two logins of one account never wait for each other, which would link them.
const runInOrder = createKeyedQueue();

/**
 * Logs in with email address or username (specification, sections 7 and 8). Unknown logins do the same work as known
 * ones and take as long. Throws login.failed; login.blocked with the minutes left after five wrong passwords in 15
 * minutes for what was typed, from this source, whatever the password; request.too-many instead of both while too many fail everywhere; account.banned and account.pending-deletion only
 * with the correct password.
 */
export const logIn: Handler<'logIn'> = async ({ login, password }, call) => {
  const { context } = call;
  const account = await findLogin(call, login);
  const attempt = loginAttempt(context, { login, ip: call.ip, memberId: account?.member_id });
  const { subject, source } = attempt.typed;
  await runInOrder(`${subject} ${source}`, () => check(call, attempt, account, password));
  // `check` has thrown unless the account exists, may log in, and the password is correct.
  const memberId = account?.member_id ?? '';
  call.session.set(await context.database.transaction((tx) => startSession(tx, call, memberId)));
  if (call.member) context.bus.publish(call.member.id, { type: 'logged-out' });
  call.log.info({ event: 'login.ok', member: memberId }, 'logged in');
  return { user: await readUser(context, memberId) };
};

async function findLogin({ context, site }: Call, login: string): Promise<AccountRow | undefined> {
  const { database } = context;
  const row = await (login.includes('@')
    ? findAccountAt(database, site, login)
    : database.first(findByName, { key: loginKey(login) }));
  return row?.status === 'deleted' ? undefined : row;
}

/**
 * Whether an account of a discreet site has an address that is not confirmed. It cannot log in yet: otherwise whoever
 * signs up with an address would learn, by logging in, whether that opened an account.
 */
async function awaitsConfirmation({ context }: Call, account: AccountRow): Promise<boolean> {
  const home = await context.sites.ofMember(account.site, null);
  return account.status === 'not_confirmed' && home.settings.account_discretion;
}

async function check(
  call: Call,
  attempt: LoginAttempt,
  account: AccountRow | undefined,
  password: string,
): Promise<void> {
  const { context } = call;
  const now = context.clock.now();
  const member = account?.member_id ?? null;
  const slowed = await findSlowed(context, attempt, now);
  // While logins are slowed, every refusal looks the same: who may log in here all the same is nobody else's business.
  const refused = (failure: Failure): Failure => (slowed.waitMs > 0 ? slowedFailure(slowed.waitMs, member) : failure);
  // The attempt is taken before the password is checked, so racing guesses cannot exceed five.
  const { typedWaitMs, accountWaitMs } = await context.database.transaction((tx) => takeLoginAttempt(tx, attempt, now));
  if (typedWaitMs > 0) {
    const note = { event: 'login.blocked', member };
    throw refused(new Failure('login.blocked', blockValues(typedWaitMs), undefined, note));
  }
  // Elsewhere no password is looked at, or the time of the answer could say that it is correct.
  const mayTry = slowed.waitMs === 0 || slowed.isKnown;
  const fits = await verifyPassword(mayTry ? account?.password_hash : undefined, password);
  // An account that is blocked by its other login looks as if the password were wrong.
  if (!fits || accountWaitMs > 0 || (account && (await awaitsConfirmation(call, account)))) {
    await context.database.transaction((tx) => countFailedAccount(tx, context, attempt, now));
    throw refused(loginFailure('login.failed', member));
  }
  await context.database.transaction((tx) => acceptLogin(tx, attempt, now));
  if (account?.status === 'banned') throw loginFailure('account.banned', member);
  if (account?.status === 'pending_deletion') {
    await mailWayBack(call, account.member_id);
    throw loginFailure('account.pending-deletion', member);
  }
}

/** The text of the refusal speaks of the email with the way back, which may be lost by now. */
async function mailWayBack(call: Call, memberId: string): Promise<void> {
  const { database, clock } = call.context;
  await database.transaction(async (tx) => {
    const waitMs = await takeAttempt(tx, { limit: leavingMailLimit, subject: memberId }, clock.now());
    if (waitMs === 0) await queueMail(tx, call, 'leaving', memberId);
  });
}

function loginFailure(code: ErrorCode, member: string | null): Failure {
  return new Failure(code, {}, undefined, { event: 'login.failed', member });
}

function slowedFailure(waitMs: number, member: string | null): Failure {
  const note = { event: 'login.slowed', member };
  return new Failure('request.too-many', { retry_after: Math.ceil(waitMs / 1_000) }, undefined, note);
}

async function startSession(
  tx: Parameters<typeof openSession>[0],
  { context, session, client }: Call,
  memberId: string,
): Promise<string> {
  // A session from before the login never becomes the logged-in one.
  if (session.token) await closeSession(tx, session.token);
  return openSession(tx, memberId, client, context.clock.now());
}
