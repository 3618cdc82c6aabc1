import { hash } from 'node:crypto';

import { idempotencyDays } from '../../contract/platform/limits.ts';
import { after, dayMs } from './clock.ts';
import type { Database, Transaction } from './database/database.ts';
import { Failure } from './failure.ts';
import { deleteMemberResults, deleteOldResults, findResults, insertResults } from './queries.ts';

export interface KeyedCall {
  memberId: MemberId;
  key: string;
  operation: string;
  /** The input without the key: the same key with another body is refused with 409. */
  body: unknown;
}

export interface OnceOptions extends KeyedCall {
  now: Date;
}

/**
 * Runs `work` once per member and key; later calls get the first result. The caller holds the lock on the member's
 * wallet, so that a concurrent call sees the result. Throws request.key-reused when the body differs.
 */
export async function once<T extends object>(
  tx: Transaction,
  options: OnceOptions,
  work: () => Promise<T>,
): Promise<T> {
  const [earlier] = await findEarlier<T>(tx, [options]);
  if (earlier instanceof Failure) throw earlier;
  if (earlier) return earlier.result;
  const result = await work();
  await storeResults(tx, [{ call: options, result }], options.now);
  return result;
}

/** Defers the outcome of `work`, so that a repeated call gets its result even if `work` would refuse it now. */
export async function deferOutcome<T>(work: Promise<T>): Promise<() => T> {
  const [result] = await Promise.allSettled([work]);
  return () => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  };
}

/**
 * Returns the stored result, request.key-reused or, if new, undefined for each call. The caller locks the wallets. `T`
 * is the result that the operation stores.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the alternative is a cast in each caller
export async function findEarlier<T extends object>(
  tx: Transaction,
  calls: readonly KeyedCall[],
): Promise<({ result: T } | Failure | undefined)[]> {
  const rows = await tx.all(findResults, {
    memberIds: calls.map(({ memberId }) => memberId),
    keys: calls.map(({ key }) => key),
  });
  return calls.map((call) => {
    const row = rows.find(({ member_id, key }) => member_id === call.memberId && key === call.key);
    if (row && row.body_hash !== hashCall(call)) return new Failure('request.key-reused');
    // The hash includes the operation, so the same operation stored this result.
    return row && { result: row.answer as T };
  });
}

export async function storeResults(
  tx: Transaction,
  results: readonly { call: KeyedCall; result: object }[],
  now: Date,
): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map(({ call, result }) => {
    const { memberId, key, operation } = call;
    return { member_id: memberId, key, operation, body_hash: hashCall(call), answer: result };
  });
  await tx.run(insertResults, { results: rows, now });
}

/** Returns the hash that identifies a repeated call, in 64 hexadecimal digits. */
export function hashCall({ operation, body }: Pick<KeyedCall, 'operation' | 'body'>): string {
  return hash('sha256', JSON.stringify([operation, body]), 'hex');
}

/** Deletes the stored results of keys older than eight days. */
export async function purgeIdempotencyKeys(database: Database, now: Date): Promise<void> {
  await database.transaction((tx) => tx.run(deleteOldResults, { before: after(now, -idempotencyDays * dayMs) }));
}

export async function eraseResults(tx: Transaction, memberId: MemberId): Promise<void> {
  await tx.run(deleteMemberResults, { memberId });
}
