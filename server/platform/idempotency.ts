import { createHash } from 'node:crypto';

import { idempotencyDays } from '../../contract/limits.ts';
import { after, dayMs } from './clock.ts';
import type { Database, Transaction } from './database.ts';
import { refuse } from './failure.ts';
import { deleteOldAnswers, findAnswer, lockWallet, storeAnswer } from './queries.ts';

export interface OnceOptions {
  memberId: string;
  key: string;
  operation: string;
  /** What the call says, without the key: the same key with another body is refused with 409. */
  body: unknown;
  now: Date;
}

/**
 * Runs `work` at most once per member and key, inside `tx`, and gives the first answer again to every later call.
 * The member's wallet row is locked first: twins queue there, so the second sees what the first did.
 * Throws request.key-reused when the key came with another body.
 */
export async function once<T>(tx: Transaction, options: OnceOptions, work: () => Promise<T>): Promise<T> {
  const hash = createHash('sha256')
    .update(JSON.stringify([options.operation, options.body]))
    .digest();
  await tx.run(lockWallet, [options.memberId]);
  const earlier = await tx.first(findAnswer, [options.memberId, options.key]);
  if (earlier) {
    if (!hash.equals(earlier.body_hash)) refuse('request.key-reused');
    return earlier.answer as T;
  }
  const answer = await work();
  await tx.run(storeAnswer, [
    options.memberId,
    options.key,
    options.operation,
    hash,
    JSON.stringify(answer),
    options.now,
  ]);
  return answer;
}

/** Forgets the answers of keys older than eight days. */
export async function purgeIdempotencyKeys(database: Database, now: Date): Promise<void> {
  await database.transaction((tx) => tx.run(deleteOldAnswers, [after(now, -idempotencyDays * dayMs)]));
}
