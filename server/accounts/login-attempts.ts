import { nameKey } from '../../contract/accounts/username.ts';
import type { AppContext } from '../context.ts';
import { toIpNetwork, toIpSource } from '../platform/limits/addresses.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import { createKeyedQueue } from '../platform/keyed-queue.ts';
import {
  type AttemptLimit,
  accountLoginLimit,
  failedAccountLimit,
  failedAccountsLimit,
  knownSourceLimit,
  loginLimit,
  networkShareLimit,
  oldPasswordLimit,
  scaleLimit,
  spreadFailuresLimit,
} from './attempt-rules.ts';
import {
  type CountedAttempt,
  clearAttempts,
  lockCount,
  derivePseudonym,
  countAttempt,
  computeAttemptWaitMs,
} from './attempts.ts';
import { emailKey } from '../mail/address.ts';
import type { AccountRow } from './queries.ts';

/**
 * `typed` counts the typed login; the response reveals its block. `account` counts the account; its block looks like a
 * wrong password, or blocking an address would reveal its username.
 */
export interface LoginAttempt {
  typed: CountedAttempt & { source: string };
  account: CountedAttempt & { source: string };
  network: string;
}

export function loginKey(login: string): string {
  return login.includes('@') ? emailKey(login) : nameKey(login);
}

/**
 * Lists the counts that an attempt to log in adds to. An unknown login counts as an account of its own: the work is the
 * same.
 */
export function loginAttempt(
  context: AppContext,
  { login, ip, memberId }: { login: string; ip: string; memberId: MemberId | undefined },
): LoginAttempt {
  const source = derivePseudonym(context, toIpSource(ip));
  const typed = typedSubject(context, loginKey(login));
  return {
    typed: { limit: loginLimit, subject: typed, source },
    account: { limit: accountLoginLimit, subject: memberId ?? typed, source },
    network: derivePseudonym(context, toIpNetwork(ip)),
  };
}

function typedSubject(context: AppContext, key: string): string {
  return derivePseudonym(context, `login ${key}`);
}

/** Returns the milliseconds to wait. */
export async function countLoginAttempt(
  tx: Transaction,
  { typed, account }: LoginAttempt,
  now: Date,
): Promise<{ typedWaitMs: number; accountWaitMs: number }> {
  const typedWaitMs = await countAttempt(tx, typed, now);
  return { typedWaitMs, accountWaitMs: typedWaitMs > 0 ? 0 : await countAttempt(tx, account, now) };
}

export interface Slowed {
  /** The wait before the next attempt; 0 if logins are not slowed. */
  waitMs: number;
  /** True if the account logged in from here or was reset within 30 days: an attacker must not shut it out. */
  isKnown: boolean;
}

export const notSlowed: Slowed = { waitMs: 0, isKnown: false };

/**
 * Finds where logins are slowed: everywhere while failures come from many networks, otherwise only in networks that
 * have used up their share. It runs before any other check, and reads the same rows for every login.
 */
export async function findSlowed(
  context: AppContext,
  reader: Reader,
  { account, network }: LoginAttempt,
  now: Date,
): Promise<Slowed> {
  const known = { limit: knownSourceLimit, subject: account.subject };
  const [fromHere, fromAnywhere, spreadMs, allMs, shareMs] = await Promise.all([
    computeAttemptWaitMs(reader, { ...known, source: account.source }, now),
    computeAttemptWaitMs(reader, known, now),
    computeAttemptWaitMs(reader, scaleAttempt(context, spreadFailuresLimit, ''), now),
    computeAttemptWaitMs(reader, scaleAttempt(context, failedAccountsLimit, ''), now),
    computeAttemptWaitMs(reader, scaleAttempt(context, networkShareLimit, network), now),
  ]);
  return { waitMs: Math.max(spreadMs, Math.min(allMs, shareMs)), isKnown: fromHere > 0 || fromAnywhere > 0 };
}

// Guesses queue in memory: waiting for the row lock would hold database connections that other calls need.
const countInOrder = createKeyedQueue();

/**
 * Counts a failed guess and returns how logins are slowed by those before it. Guesses, even correct ones, are counted
 * in order: if a thousand arrive at once, the first `findSlowed` of each sees none of the others fail.
 */
export async function countGuess(
  context: AppContext,
  attempt: LoginAttempt,
  { slowed, hasFailed }: { slowed: Slowed; hasFailed: boolean },
  now: Date,
): Promise<Slowed> {
  return countInOrder('', () =>
    context.database.transaction(async (tx) => {
      await lockCount(tx, scaleAttempt(context, failedAccountsLimit, ''), now);
      const found = slowed.waitMs > 0 ? slowed : await findSlowed(context, tx, attempt, now);
      if (hasFailed || (found.waitMs > 0 && !found.isKnown)) await countFailedAccount(tx, context, attempt, now);
      return found;
    }),
  );
}

async function countFailedAccount(
  tx: Transaction,
  context: AppContext,
  { account: { subject }, network }: LoginAttempt,
  now: Date,
): Promise<void> {
  const isCounted = (await countAttempt(tx, { limit: failedAccountLimit, subject }, now)) > 0;
  // Do the same work either way: it must not reveal that an address and a username are one account.
  await countAttempt(tx, scaleAttempt(context, failedAccountsLimit, isCounted ? 'again' : ''), now);
  const shareMs = await countAttempt(tx, scaleAttempt(context, networkShareLimit, isCounted ? 'again' : network), now);
  await countAttempt(tx, scaleAttempt(context, spreadFailuresLimit, isCounted || shareMs > 0 ? 'again' : ''), now);
}

function scaleAttempt({ config }: AppContext, limit: AttemptLimit, subject: string): CountedAttempt {
  return { limit: scaleLimit(limit, config.rateLimitFactor), subject };
}

/** Clears the attempts after a correct password, and remembers the source. */
export async function acceptLogin(tx: Transaction, { typed, account }: LoginAttempt, now: Date): Promise<void> {
  for (const { limit, subject, source } of [typed, account]) await clearAttempts(tx, limit, subject, source);
  await countAttempt(tx, { ...account, limit: knownSourceLimit }, now);
}

export async function rememberLoginSource(
  tx: Transaction,
  { context, ip }: Pick<Call, 'context' | 'ip'>,
  memberId: MemberId,
): Promise<void> {
  const source = derivePseudonym(context, toIpSource(ip));
  await countAttempt(tx, { limit: knownSourceLimit, subject: memberId, source }, context.clock.now());
}

/** Lifts every block of an account whose owner has proved their identity, and exempts it from slowing. */
export async function liftBlocks(tx: Transaction, context: AppContext, account: AccountRow): Promise<void> {
  await countAttempt(tx, { limit: knownSourceLimit, subject: account.member_id }, context.clock.now());
  for (const login of [account.email, account.name])
    await clearAttempts(tx, loginLimit, typedSubject(context, loginKey(login)), null);
  for (const limit of [accountLoginLimit, oldPasswordLimit]) await clearAttempts(tx, limit, account.member_id, null);
}
