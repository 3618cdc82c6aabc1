import type { ErrorCode } from '../../contract/platform/errors.ts';
import type { Output } from '../../contract/index.ts';
import type { Transaction } from '../platform/database/database.ts';
import { Failure, retryAfter } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';
import { createKeyedQueue } from '../platform/keyed-queue.ts';
import { blockValues } from './attempt-rules.ts';
import {
  type LoginAttempt,
  type Slowed,
  acceptLogin,
  findSlowed,
  notSlowed,
  countGuess,
  countLoginAttempt,
} from './login-attempts.ts';
import { consumeMailBudget } from '../mail/outgoing-budgets.ts';
import { type AccountRow, lockAccount } from './queries.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { readUser } from './read-user.ts';
import { startSession } from './sessions/sessions.ts';
import { leavingMail } from './account-mail.ts';

/** Proves that an account belongs to the caller. */
export interface Proof {
  failed: ErrorCode;
  /** Whether this is a passkey that replaces the password; called after the proof succeeded. */
  byPasskey(): boolean;
  /**
   * True for a password: it waits while logins are slowed, and its failures count. A passkey does neither: it
   * identifies its owner, who may therefore learn that the account is blocked.
   */
  isGuessable: boolean;
  /** Whether the proof is valid. False without looking at it unless `mayTry`. */
  fits(mayTry: boolean): Promise<boolean>;
  /** Whether the proof is still valid; checked and recorded under the account's row lock. */
  stillFits(tx: Transaction, account: AccountRow): Promise<boolean>;
}

// Correct passwords that arrive at once take their attempts one after another, so that they never use up those of wrong
// ones. Two logins of one account never wait for each other, which would link them.
const runInOrder = createKeyedQueue();

/** Checks a login, one at a time for a name and a place. Throws the errors of `logIn`. */
export function checkLogin(
  call: Call,
  attempt: LoginAttempt,
  account: AccountRow | undefined,
  proof: Proof,
): Promise<AccountRow> {
  const { subject, source } = attempt.typed;
  return runInOrder(`${subject} ${source}`, () => check(call, attempt, account, proof));
}

export async function completeLogin(call: Call, checked: AccountRow, proof: Proof): Promise<Output<'logIn'>> {
  const { context } = call;
  const memberId = checked.member_id;
  call.session.set(await context.database.transaction((tx) => startCheckedSession(tx, call, memberId, proof)));
  if (call.member) context.bus.publish(call.member.id, { type: 'logged-out' });
  call.log.info({ event: 'login.ok', member: memberId }, 'logged in');
  return { user: await readUser(context, memberId) };
}

/** Refuses if the proof or the account became invalid during the check. */
async function startCheckedSession(tx: Transaction, call: Call, memberId: MemberId, proof: Proof): Promise<string> {
  const account = await tx.first(lockAccount, { memberId });
  const isOpen = account?.status === 'active' || account?.status === 'not_confirmed';
  if (!isOpen || !(await proof.stillFits(tx, account))) throw loginFailure(proof.failed, memberId);
  return startSession(tx, call, memberId, { byPasskey: proof.byPasskey() });
}

/**
 * True for an unconfirmed account of a discreet site, which cannot log in: that would reveal whether a sign-up opened
 * an account.
 */
async function awaitsConfirmation({ context }: Call, account: AccountRow): Promise<boolean> {
  const home = await context.sites.ofMember(account.site, null);
  return account.status === 'not_confirmed' && home.settings.account_discretion;
}

async function check(
  call: Call,
  attempt: LoginAttempt,
  account: AccountRow | undefined,
  proof: Proof,
): Promise<AccountRow> {
  const { context } = call;
  const now = context.clock.now();
  const member = account?.member_id ?? null;
  let slowed = proof.isGuessable ? await findSlowed(context, context.database, attempt, now) : notSlowed;
  // While logins are slowed, every refusal looks the same: nobody learns who may still log in from here.
  const slowDown = (failure: Failure): Failure => (slowed.waitMs > 0 ? slowedFailure(slowed.waitMs, member) : failure);
  // The attempt is counted before the proof is checked, so racing guesses cannot exceed five.
  const { typedWaitMs, accountWaitMs } = await context.database.transaction((tx) =>
    countLoginAttempt(tx, attempt, now),
  );
  if (typedWaitMs > 0) throw slowDown(blockedFailure(typedWaitMs, member));
  const mayPass = ({ waitMs, isKnown }: Slowed): boolean => waitMs === 0 || isKnown;
  const fits = await proof.fits(mayPass(slowed));
  // An account that is blocked by its other login looks as if the password were wrong.
  const hasFailed = !account || !fits || accountWaitMs > 0 || (await awaitsConfirmation(call, account));
  if (proof.isGuessable) slowed = await countGuess(context, attempt, { slowed, hasFailed }, now);
  if (!account || hasFailed || !mayPass(slowed)) {
    const tellsBlock = fits && !proof.isGuessable && accountWaitMs > 0;
    throw slowDown(tellsBlock ? blockedFailure(accountWaitMs, member) : loginFailure(proof.failed, member));
  }
  await context.database.transaction((tx) => acceptLogin(tx, attempt, now));
  if (account.status === 'banned') throw loginFailure('account.banned', member);
  if (account.status === 'pending_deletion') {
    await mailWayBack(call, account);
    throw loginFailure('account.pending-deletion', member);
  }
  return account;
}

/** Mails the link that restores the account again: the refusal mentions it, and the first mail may be lost. */
async function mailWayBack(call: Call, { member_id: memberId }: AccountRow): Promise<void> {
  await call.context.database.transaction(async (tx) => {
    const { waitMs } = await consumeMailBudget(tx, call.context, 'leaving', { member: memberId });
    if (waitMs === 0) await queueMail(tx, call, { template: leavingMail, memberId });
  });
}

export function loginFailure(code: ErrorCode, member: string | null): Failure {
  return new Failure(code, {}, undefined, { event: 'login.failed', member });
}

function blockedFailure(waitMs: number, member: string | null): Failure {
  return new Failure('login.blocked', blockValues(waitMs), undefined, { event: 'login.blocked', member });
}

function slowedFailure(waitMs: number, member: string | null): Failure {
  const logFields = { event: 'login.slowed', member };
  return new Failure('login.slowed', retryAfter(waitMs), undefined, logFields);
}
