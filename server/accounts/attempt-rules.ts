import { consentsGivenPerDay, loginAttemptsMax, loginBlockMinutes } from '../../contract/accounts/limits.ts';
import { after, dayMs, hourMs, minuteMs } from '../platform/clock.ts';
import { retryAfter } from '../platform/failure.ts';
import { outgoingLimits } from '../mail/outgoing-limits.data.ts';

/** At most `max` attempts within any `windowMs`; with `blockMs`, the last one blocks further attempts for that long. */
export interface AttemptLimit {
  name: string;
  max: number;
  windowMs: number;
  blockMs?: number;
}

export interface Attempts {
  happened_at: readonly Date[];
  blocked_until: Date | null;
}

const wrongPasswords = {
  max: loginAttemptsMax,
  windowMs: loginBlockMinutes * minuteMs,
  blockMs: loginBlockMinutes * minuteMs,
};

/** Wrong passwords for one typed login, from one source. */
export const loginLimit: AttemptLimit = { name: 'login', ...wrongPasswords };

/** Wrong passwords for one account under any login, from one source. */
export const accountLoginLimit: AttemptLimit = { name: 'login-account', ...wrongPasswords };

/**
 * Accounts with a wrong password, from all sources: an attacker with a list of stolen passwords and many addresses
 * stays within every per-source limit. Beyond it, networks wait that have used up their share. Until then, fewer than
 * 3% of a thousand accounts are tried.
 */
export const failedAccountsLimit: AttemptLimit = { name: 'login-all', max: 24, windowMs: minuteMs };

/** Counts each account only once a minute in `failedAccountsLimit`: attacking one account shuts nobody out. */
export const failedAccountLimit: AttemptLimit = { name: 'login-all-account', max: 1, windowMs: minuteMs };

/**
 * Like `failedAccountsLimit`, but one network adds no more than its share; beyond it, logins wait everywhere. Reaching
 * it takes 8 networks and keeping it up 120, so an attacker with few addresses shuts out only their own network.
 */
export const spreadFailuresLimit: AttemptLimit = { name: 'login-all-spread', max: 24, windowMs: minuteMs };
export const networkShareLimit: AttemptLimit = { name: 'login-all-network', max: 3, windowMs: 15 * minuteMs };

/** A source from which an account logged in, or '' after a reset by mail; known for 30 days. */
export const knownSourceLimit: AttemptLimit = { name: 'login-known', max: 1, windowMs: 30 * dayMs };

/** Wrong old passwords for one account, from any source: an attempt needs a session. */
export const oldPasswordLimit: AttemptLimit = { name: 'old-password', ...wrongPasswords };

/** Calls in which a member consents to something. Keeps the consent log short, because nothing is deleted from it. */
export const consentGivenLimit: AttemptLimit = { name: 'consent-given', max: consentsGivenPerDay, windowMs: dayMs };

/**
 * The order numbers that declarations of withdrawal may name for one account in a day. Beyond it, even the right number
 * alone withdraws from nothing, so that nobody finds one by trying.
 */
export const declaredNumbersLimit: AttemptLimit = { name: 'declared-numbers', max: 10, windowMs: dayMs };

/** Limits for responses that reveal whether an account exists: per caller's address and network, and per account. */
export const probeLimits = {
  address: { name: 'probe-address', max: 5, windowMs: hourMs },
  network: { name: 'probe-network', max: 20, windowMs: dayMs },
  account: { name: 'probe-account', max: 3, windowMs: dayMs },
} as const satisfies Record<string, AttemptLimit>;

/** The limits whose subject is the id of an account. */
export const attemptLimits: readonly AttemptLimit[] = [
  accountLoginLimit,
  failedAccountLimit,
  knownSourceLimit,
  oldPasswordLimit,
  consentGivenLimit,
  declaredNumbersLimit,
  ...Object.values(outgoingLimits)
    .flat()
    .filter(({ by }) => by === 'member'),
];

/** Returns the milliseconds until the next attempt is allowed; 0 if one is allowed now. */
export function computeWaitMs(state: Attempts, limit: AttemptLimit, now: Date): number {
  const blockedMs = state.blocked_until ? state.blocked_until.getTime() - now.getTime() : 0;
  const counting = recent(state, limit, now);
  const oldest = counting.at(-limit.max);
  const full = oldest ? after(oldest, limit.windowMs).getTime() - now.getTime() : 0;
  return Math.max(blockedMs, full, 0);
}

/** Returns the state after one more attempt, or the wait if none is allowed. */
export function afterAttempt(
  state: Attempts,
  limit: AttemptLimit,
  now: Date,
): { state: Attempts; waitMs: number; endsAt: Date } {
  const waitMs = computeWaitMs(state, limit, now);
  const endsAt = after(now, Math.max(limit.windowMs, limit.blockMs ?? 0));
  if (waitMs > 0) return { state, waitMs, endsAt };
  const counting = [...recent(state, limit, now), now];
  // After the block the count starts again at zero: the block alone is the penalty.
  if (limit.blockMs !== undefined && counting.length >= limit.max)
    return { state: { happened_at: [], blocked_until: after(now, limit.blockMs) }, waitMs: 0, endsAt };
  return { state: { happened_at: counting, blocked_until: null }, waitMs: 0, endsAt };
}

function recent(state: Attempts, limit: AttemptLimit, now: Date): Date[] {
  const since = now.getTime() - limit.windowMs;
  return state.happened_at.filter((at) => at.getTime() > since).sort((a, b) => a.getTime() - b.getTime());
}

/** Returns the values of login.blocked. */
export function blockValues(waitMs: number): { minutes: number; retry_after: number } {
  return { minutes: Math.ceil(waitMs / minuteMs), ...retryAfter(waitMs) };
}

/** Multiplies a limit, for demo and load tests. */
export function scaleLimit(limit: AttemptLimit, factor: number): AttemptLimit {
  return { ...limit, max: limit.max * factor };
}
