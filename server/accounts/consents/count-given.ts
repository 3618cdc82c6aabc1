import type { Transaction } from '../../platform/database/database.ts';
import { Failure, retryAfter } from '../../platform/failure.ts';
import { consentGivenLimit } from '../attempt-rules.ts';
import { takeAttempt } from '../attempts.ts';

/** Transactions whose call is counted. */
const counted = new WeakSet<Transaction>();

/**
 * Counts that a member agrees to something, also for the first time, in one call to however much. What is taken back is
 * never refused, and nothing can be taken back that was not given. Throws request.too-many.
 */
export async function countGiven(tx: Transaction, memberId: string, now: Date): Promise<void> {
  if (counted.has(tx)) return;
  counted.add(tx);
  const waitMs = await takeAttempt(tx, { limit: consentGivenLimit, subject: memberId }, now);
  if (waitMs > 0) throw new Failure('request.too-many', retryAfter(waitMs));
}
