import { createHmac } from 'node:crypto';

import type { AppContext } from '../context.ts';
import { purgeRateLimits } from '../platform/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { afterAttempt, type AttemptLimit, waitOf } from './attempt-rules.ts';
import {
  deleteAttempts,
  findAttempts,
  lockAttempts,
  openAttempts,
  purgeAttempts,
  purgeSessions,
  purgeTokens,
  storeAttempts,
} from './queries.ts';

/**
 * Counts attempts in the database, by the clock of the application, exactly: in no stretch of the limit's length are
 * there more than it allows, however many calls race and on however many nodes.
 */
export interface Counted {
  limit: AttemptLimit;
  /** Whom or what the limit protects: an id, or `keyed` text. */
  subject: string;
  /** Where the attempts come from, `keyed`; '' for limits that do not look at it. */
  place?: string;
}

/** Takes an attempt. Returns the milliseconds to wait when none is left, else 0. */
export async function takeAttempt(tx: Transaction, counted: Counted, now: Date): Promise<number> {
  const { limit, subject, place = '' } = counted;
  const name = `${limit.name}:${subject}`;
  await tx.run(openAttempts, [name, place, now]);
  const row = await tx.first(lockAttempts, [name, place]);
  const { state, waitMs, endsAt } = afterAttempt(row ?? { happened_at: [], blocked_until: null }, limit, now);
  if (waitMs === 0) await tx.run(storeAttempts, [name, place, state.happened_at, state.blocked_until, endsAt]);
  return waitMs;
}

/** Milliseconds until an attempt is left; 0 when there is one now. Takes nothing. */
export async function waitForAttempt(context: AppContext, counted: Counted, now: Date): Promise<number> {
  const { limit, subject, place = '' } = counted;
  const row = await context.database.first(findAttempts, [`${limit.name}:${subject}`, place]);
  return row ? waitOf(row, limit, now) : 0;
}

/** Forgets the attempts on a subject: those from one place, or, with null, from everywhere. */
export async function clearAttempts(
  tx: Transaction,
  limit: AttemptLimit,
  subject: string,
  place: string | null,
): Promise<void> {
  await tx.run(deleteAttempts, [`${limit.name}:${subject}`, place]);
}

/** What is kept of an address or a login in limits: a hash under the secret of the installation, useless outside. */
export function keyed(context: Pick<AppContext, 'secret'>, text: string): string {
  return createHmac('sha256', context.secret).update(`attempts ${text}`).digest('base64url').slice(0, 32);
}

/** Deletes what ended by itself: attempts, tokens of mails, sessions and points of limits. Runs once a night. */
export async function purgeExpired(context: AppContext): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await tx.run(purgeAttempts, [now]);
    await tx.run(purgeTokens, [now]);
    await tx.run(purgeSessions, [now]);
    await tx.run(purgeRateLimits, { now: now.getTime() });
  });
}
