import { createHmac } from 'node:crypto';

import type { AppContext } from '../context.ts';
import { mailChangeHours, mailRevertHours } from '../../contract/accounts/limits.ts';
import { trackingKeptMonths } from '../../contract/sources/limits.ts';
import { after, dayMs, hourMs, monthsBefore } from '../platform/clock.ts';
import { purgeRateLimits } from '../platform/queries.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { purgeKeptEmails, purgeMailChanges } from './address/queries.ts';
import { afterAttempt, type AttemptLimit, computeWaitMs } from './attempt-rules.ts';
import { reportedDays } from './mail/report-token.ts';
import { purgeFailures } from './mail/queries.ts';
import { purgeChallenges } from './passkeys/queries.ts';
import {
  deleteAttempts,
  findAttempts,
  lockAttempts,
  openAttempts,
  purgeAttempts,
  purgeSessions,
  purgeSignUpRequests,
  purgeTokens,
  purgeTracking,
  storeAttempts,
} from './queries.ts';

/**
 * An attempt, counted in the database by the application's clock. Limits are exact over any period, even if calls race
 * on several nodes.
 */
export interface CountedAttempt {
  limit: AttemptLimit;
  /** The id that the limit protects, or a `derivePseudonym` hash of a text. */
  subject: string;
  /** `derivePseudonym` of the origin of the attempt; '' for limits that do not depend on it. */
  source?: string;
}

/** Takes an attempt. Returns 0, or the milliseconds to wait if none is left. */
export async function takeAttempt(tx: Transaction, counted: CountedAttempt, now: Date): Promise<number> {
  const { place, before } = await lockCount(tx, counted, now);
  const { state, waitMs, endsAt } = afterAttempt(before, counted.limit, now);
  const { happened_at: happenedAt, blocked_until: blockedUntil } = state;
  // Stored even if unchanged: the duration of a call must not reveal a block.
  await tx.run(storeAttempts, { ...place, happenedAt, blockedUntil, endsAt });
  return waitMs;
}

/**
 * Takes one attempt from each limit, or from none if one of them is exhausted. Returns for each limit how long to wait
 * and whether its last attempt was taken. To avoid deadlocks, all callers list limits in the same order.
 */
export async function takeAttempts(
  tx: Transaction,
  all: readonly CountedAttempt[],
  now: Date,
): Promise<{ waitMs: number; isLast: boolean }[]> {
  const found = [];
  for (const counted of all) {
    const { limit } = counted;
    const { place, before } = await lockCount(tx, counted, now);
    found.push({ place, limit, before, after: afterAttempt(before, limit, now) });
  }
  const isFree = found.every(({ after: { waitMs } }) => waitMs === 0);
  for (const {
    place,
    before,
    after: { state, endsAt },
  } of found) {
    const { happened_at: happenedAt, blocked_until: blockedUntil } = isFree ? state : before;
    await tx.run(storeAttempts, { ...place, happenedAt, blockedUntil, endsAt });
  }
  return found.map(({ limit, after: { waitMs, state } }) => ({
    waitMs,
    isLast: isFree && state.happened_at.length >= limit.max,
  }));
}

/** Milliseconds until the next attempt is allowed; 0 if one is allowed now. Does not take one. */
export async function waitForAttempt(reader: Reader, counted: CountedAttempt, now: Date): Promise<number> {
  const { limit, subject, source = '' } = counted;
  const row = await reader.first(findAttempts, { subject: `${limit.name}:${subject}`, source });
  return row ? computeWaitMs(row, limit, now) : 0;
}

/** Locks a count until the transaction ends. Returns its key in the table and its current state. */
export async function lockCount(tx: Transaction, { limit, subject, source = '' }: CountedAttempt, now: Date) {
  const place = { subject: `${limit.name}:${subject}`, source };
  await tx.run(openAttempts, { ...place, now });
  const before = (await tx.first(lockAttempts, place)) ?? { happened_at: [], blocked_until: null };
  return { place, before };
}

/** Deletes the attempts on a subject from one source, or from all if `source` is null. */
export async function clearAttempts(
  tx: Transaction,
  limit: AttemptLimit,
  subject: string,
  source: string | null,
): Promise<void> {
  await tx.run(deleteAttempts, { subject: `${limit.name}:${subject}`, source });
}

/** A pseudonym for an address or a login in the limits: a hash keyed with the installation's secret. */
export function derivePseudonym(context: Pick<AppContext, 'secret'>, text: string): string {
  return createHmac('sha256', context.secret).update(`attempts ${text}`).digest('base64url').slice(0, 32);
}

// By then, the job that opens the account has been retried for days.
const signUpRequestDays = 7;

/** Deletes expired rows of the account tables and the affiliate tracking of old sign-ups. Runs every night. */
export async function purgeExpired(context: AppContext): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await tx.run(purgeAttempts, { now });
    await tx.run(purgeTokens, { now });
    await tx.run(purgeSessions, { now });
    await tx.run(purgeChallenges, { now });
    await tx.run(purgeFailures, { before: after(now, -(reportedDays + 1) * dayMs) });
    await tx.run(purgeMailChanges, {
      doneBefore: after(now, -mailRevertHours * hourMs),
      askedBefore: after(now, -mailChangeHours * hourMs),
    });
    await tx.run(purgeKeptEmails, { now });
    await tx.run(purgeSignUpRequests, { before: after(now, -signUpRequestDays * dayMs) });
    await tx.run(purgeTracking, { before: monthsBefore(now, trackingKeptMonths) });
    await tx.run(purgeRateLimits, { now: now.getTime() });
  });
}
