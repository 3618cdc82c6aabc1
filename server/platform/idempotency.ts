import { hash } from 'node:crypto';

import { idempotencyDays } from '../../contract/platform/limits.ts';
import { after, dayMs } from './clock.ts';
import type { Database, Transaction } from './database/database.ts';
import { Failure } from './failure.ts';
import { deleteMemberAnswers, deleteOldAnswers, findAnswers, storeAnswers } from './queries.ts';

/** A call with an idempotency key that its client chose. */
export interface KeyedCall {
  memberId: string;
  key: string;
  operation: string;
  /** The input without the key: the same key with another body is refused with 409. */
  body: unknown;
}

export interface OnceOptions extends KeyedCall {
  now: Date;
}

/**
 * Runs `work` at most once per member and key, inside `tx`, and returns the first result to every later call. The
 * caller holds the lock on the member's wallet, so that of two concurrent calls the second sees the result of the first.
 * Throws request.key-reused when the key was used with another body.
 */
export async function once<T extends object>(
  tx: Transaction,
  options: OnceOptions,
  work: () => Promise<T>,
): Promise<T> {
  const [earlier] = await findEarlier(tx, [options]);
  if (earlier instanceof Failure) throw earlier;
  if (earlier) return earlier.answer as T;
  const answer = await work();
  await keepAnswers(tx, [{ call: options, answer }], options.now);
  return answer;
}

/**
 * The results of earlier calls, in the order of `calls`: the stored answer, request.key-reused for a call with another
 * body, undefined for a new one. The caller holds the locks on the members' wallets.
 */
export async function findEarlier(
  tx: Transaction,
  calls: readonly KeyedCall[],
): Promise<({ answer: unknown } | Failure | undefined)[]> {
  const rows = await tx.all(findAnswers, {
    calls: calls.map(({ memberId, key }) => ({ member_id: memberId, key })),
  });
  return calls.map((call) => {
    const row = rows.find(({ member_id, key }) => member_id === call.memberId && key === call.key);
    if (row && row.body_hash !== hashCall(call)) return new Failure('request.key-reused');
    return row && { answer: row.answer };
  });
}

/** Stores the answers of new calls. */
export async function keepAnswers(
  tx: Transaction,
  answered: readonly { call: KeyedCall; answer: object }[],
  now: Date,
): Promise<void> {
  const rows = answered.map(({ call, answer }) => {
    const { memberId, key, operation } = call;
    return { member_id: memberId, key, operation, body_hash: hashCall(call), answer };
  });
  await tx.run(storeAnswers, { answers: rows, now });
}

function hashCall({ operation, body }: KeyedCall): string {
  return hash('sha256', JSON.stringify([operation, body]), 'hex');
}

/** Deletes the stored answers of keys older than eight days. */
export async function purgeIdempotencyKeys(database: Database, now: Date): Promise<void> {
  await database.transaction((tx) => tx.run(deleteOldAnswers, { before: after(now, -idempotencyDays * dayMs) }));
}

/** Deletes the stored answers of a member who is erased. */
export async function eraseAnswers(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(deleteMemberAnswers, { memberId });
}
