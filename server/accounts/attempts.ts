import { createHmac } from 'node:crypto';

import type { AppContext } from '../context.ts';
import { emailKey } from '../mail/address.ts';
import { toIpNetwork, toIpSource } from '../platform/limits/addresses.ts';
import { Failure, retryAfter } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { afterAttempt, type AttemptLimit, computeWaitMs, probeLimits, scaleLimit } from './attempt-rules.ts';
import { deleteAttempts, findAttempts, lockAttempts, openAttempts, storeAttempts } from './queries.ts';

/** Counted in the database by the application's clock: limits are exact, even if calls race on several nodes. */
export interface CountedAttempt {
  limit: AttemptLimit;
  /** The id that the limit protects, or a `derivePseudonym` hash of a text. */
  subject: string;
  /** `derivePseudonym` of the origin of the attempt; '' for limits that do not depend on it. */
  source?: string;
}

/** Counts an attempt. Returns 0, or the milliseconds to wait. */
export async function countAttempt(tx: Transaction, counted: CountedAttempt, now: Date): Promise<number> {
  const { place, before } = await lockCount(tx, counted, now);
  const { state, waitMs, endsAt } = afterAttempt(before, counted.limit, now);
  const { happened_at: happenedAt, blocked_until: blockedUntil } = state;
  // Stored even if unchanged: the duration of a call must not reveal a block.
  await tx.run(storeAttempts, { ...place, happenedAt, blockedUntil, endsAt });
  return waitMs;
}

/** Counts one attempt against each limit, or none. All callers list limits in the same order, or they deadlock. */
export async function countAttempts(
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

/** Returns the wait in milliseconds that `countAttempt` would return, without counting an attempt. */
export async function computeAttemptWaitMs(reader: Reader, counted: CountedAttempt, now: Date): Promise<number> {
  const { limit, subject, source = '' } = counted;
  const row = await reader.first(findAttempts, { subject: `${limit.name}:${subject}`, source });
  return row ? computeWaitMs(row, limit, now) : 0;
}

/** Locks a count until the transaction ends. */
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

/** Hashes an address or a login for the limits, keyed with the installation's secret. */
export function derivePseudonym(context: Pick<AppContext, 'secret'>, text: string): string {
  return createHmac('sha256', context.secret).update(`attempts ${text}`).digest('base64url').slice(0, 32);
}

/** Limits probing of accounts. Must run before any lookup: then a refusal reveals nothing. Throws request.too-many. */
export async function guardProbes(call: Call, email: string): Promise<void> {
  const now = call.context.clock.now();
  for (const counted of listLimits(call, email)) {
    const wait = await computeAttemptWaitMs(call.context.database, counted, now);
    if (wait > 0) refuseTooMany(wait);
  }
}

/** Counts a response that reveals whether an address has an account. Exact when calls race. Throws request.too-many. */
export async function countProbe(call: Call, email: string): Promise<void> {
  const now = call.context.clock.now();
  await call.context.database.transaction(async (tx) => {
    for (const counted of listLimits(call, email)) {
      const wait = await countAttempt(tx, counted, now);
      if (wait > 0) refuseTooMany(wait);
    }
  });
}

function listLimits(call: Call, email: string): CountedAttempt[] {
  const { context, ip } = call;
  const factor = context.config.rateLimitFactor;
  const source = derivePseudonym(context, toIpSource(ip));
  return [
    { limit: scaleLimit(probeLimits.address, factor), subject: source },
    { limit: scaleLimit(probeLimits.network, factor), subject: derivePseudonym(context, toIpNetwork(ip)) },
    { limit: scaleLimit(probeLimits.account, factor), subject: derivePseudonym(context, emailKey(email)), source },
  ];
}

function refuseTooMany(waitMs: number): never {
  throw new Failure('request.too-many', retryAfter(waitMs));
}
