import type { Transaction } from '../../platform/database/database.ts';
import { Failure, retryAfter } from '../../platform/failure.ts';
import { consentGivenLimit } from '../attempt-rules.ts';
import { takeAttempt } from '../attempts.ts';

const counted = new WeakSet<Transaction>();

/** Counts one call that gives consent, whatever it covers. Withdrawals never count. Throws request.too-many. */
export async function countGiven(tx: Transaction, memberId: string, now: Date): Promise<void> {
  if (counted.has(tx)) return;
  counted.add(tx);
  const waitMs = await takeAttempt(tx, { limit: consentGivenLimit, subject: memberId }, now);
  if (waitMs > 0) throw new Failure('request.too-many', retryAfter(waitMs));
}
