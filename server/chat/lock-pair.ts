import { randomUUID } from 'node:crypto';

import type { Transaction } from '../platform/database/database.ts';
import { findPair, insertPairs, lockPairRows } from './queries.ts';

/** Two member ids in the order in which the database stores them. */
export type Pair = readonly [low: string, high: string];

export function toPair(one: string, other: string): Pair {
  return one < other ? [one, other] : [other, one];
}

/**
 * Locks a pair of members until the transaction ends. Sending, blocking and unblocking take this lock first, so that
 * each sees the other's effects. The pair's row is created on demand, with the id of its only conversation; the
 * conversation itself may not exist yet. Returns that id.
 */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<string> {
  const pair = toPair(one, other);
  const [known] = await lockPairs(tx, [pair]);
  if (known) return known;
  await makePairs(tx, [pair]);
  const [made] = await lockPairs(tx, [pair]);
  if (!made) throw new Error('a pair of members is missing');
  return made;
}

/** Locks the pairs that have a row, always in the same order. Returns their conversation ids in the order given. */
export async function lockPairs(tx: Transaction, pairs: readonly Pair[]): Promise<(string | undefined)[]> {
  const rows = await tx.all(lockPairRows, { pairs: pairs.map(([low_id, high_id]) => ({ low_id, high_id })) });
  const found = new Map(rows.map((row) => [`${row.low_id} ${row.high_id}`, row.conversation_id]));
  return pairs.map(([low, high]) => found.get(`${low} ${high}`));
}

/** Creates the rows of pairs that have none. */
export async function makePairs(tx: Transaction, pairs: readonly Pair[]): Promise<void> {
  const rows = pairs.map(([low_id, high_id]) => ({ low_id, high_id, conversation_id: randomUUID() }));
  await tx.run(insertPairs, { pairs: rows });
}

/** Returns the id of the pair's conversation without keeping the lock; photos are stored before their message. */
export async function reserveConversation(
  database: { transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> },
  one: string,
  other: string,
): Promise<string> {
  const [lowId, highId] = toPair(one, other);
  return database.transaction(
    async (tx) => (await tx.first(findPair, { lowId, highId }))?.conversation_id ?? lockPair(tx, one, other),
  );
}
