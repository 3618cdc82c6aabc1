import { hash } from 'node:crypto';

import { idempotencyDays } from '../../contract/limits.ts';
import { after, dayMs } from './clock.ts';
import type { Database, Transaction } from './database/database.ts';
import { Failure } from './failure.ts';
import { deleteOldAnswers, findAnswers, lockWallet, storeAnswers } from './queries.ts';

/** A call under a key that its client chose. */
export interface KeyedCall {
  memberId: string;
  key: string;
  operation: string;
  /** What the call says, without the key: the same key with another body is refused with 409. */
  body: unknown;
}

export interface OnceOptions extends KeyedCall {
  now: Date;
}

/**
 * Runs `work` at most once per member and key, inside `tx`, and gives the first answer again to every later call.
 * The member's wallet row is locked first: twins queue there, so the second sees what the first did.
 * Throws request.key-reused when the key came with another body.
 */
export async function once<T>(tx: Transaction, options: OnceOptions, work: () => Promise<T>): Promise<T> {
  await tx.run(lockWallet, [options.memberId]);
  const [earlier] = await findEarlier(tx, [options]);
  if (earlier instanceof Failure) throw earlier;
  if (earlier) return earlier.answer as T;
  const answer = await work();
  await keepAnswers(tx, [{ call: options, answer }], options.now);
  return answer;
}

/**
 * What became of calls before, in their order: the answer that the first one got, request.key-reused for one that says
 * something else, nothing for a new one. The caller holds the locks of the members' wallets.
 */
export async function findEarlier(
  tx: Transaction,
  calls: readonly KeyedCall[],
): Promise<({ answer: unknown } | Failure | undefined)[]> {
  const rows = await tx.all(findAnswers, [
    JSON.stringify(calls.map(({ memberId, key }) => ({ member_id: memberId, key }))),
  ]);
  return calls.map((call) => {
    const row = rows.find(({ member_id, key }) => member_id === call.memberId && key === call.key);
    if (row && row.body_hash !== hashOf(call)) return new Failure('request.key-reused');
    return row && { answer: row.answer };
  });
}

/** Keeps the answers of calls that were new. */
export async function keepAnswers(
  tx: Transaction,
  answered: readonly { call: KeyedCall; answer: unknown }[],
  now: Date,
): Promise<void> {
  const rows = answered.map(({ call, answer }) => {
    const { memberId, key, operation } = call;
    return { member_id: memberId, key, operation, body_hash: hashOf(call), answer };
  });
  await tx.run(storeAnswers, [JSON.stringify(rows), now]);
}

function hashOf({ operation, body }: KeyedCall): string {
  return hash('sha256', JSON.stringify([operation, body]), 'hex');
}

/** Forgets the answers of keys older than eight days. */
export async function purgeIdempotencyKeys(database: Database, now: Date): Promise<void> {
  await database.transaction((tx) => tx.run(deleteOldAnswers, [after(now, -idempotencyDays * dayMs)]));
}
