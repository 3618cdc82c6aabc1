import { randomUUID } from 'node:crypto';

import type { Transaction } from '../platform/database.ts';
import { findPair, insertPair, lockPair as lockPairRow } from './queries.ts';

/**
 * Locks what two members have between them until the transaction ends: whoever sends, blocks or unblocks takes this
 * first, so that each sees what the other did. The row is made on demand and carries the id that the pair's one
 * conversation has or will have. Returns that id.
 */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<string> {
  const pair = one < other ? [one, other] : [other, one];
  const known = await tx.first(lockPairRow, pair);
  if (known) return known.conversation_id;
  await tx.run(insertPair, [...pair, randomUUID()]);
  const made = await tx.first(lockPairRow, pair);
  if (!made) throw new Error('a pair of members is missing');
  return made.conversation_id;
}

/** The id of the pair's conversation without keeping the lock: files of a photo are stored under it beforehand. */
export async function reserveConversation(
  database: { transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> },
  one: string,
  other: string,
): Promise<string> {
  return database.transaction(async (tx) => {
    const pair = one < other ? [one, other] : [other, one];
    return (await tx.first(findPair, pair))?.conversation_id ?? lockPair(tx, one, other);
  });
}
