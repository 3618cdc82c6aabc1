import type { Database, Transaction } from '../platform/database/database.ts';
import { createId } from '../platform/ids.ts';
import { toPairKey } from '../platform/pair-key.ts';
import { findPair, insertPairs, lockPairRows } from './queries.ts';

export type Pair = readonly [low: MemberId, high: MemberId];

export function toPair(one: MemberId, other: MemberId): Pair {
  return one < other ? [one, other] : [other, one];
}

/**
 * Locks a pair until the transaction ends. Sending, blocking and unblocking take this lock first, so that each sees the
 * other's effects. Returns the id of the pair's only conversation, which may not exist yet.
 */
export async function lockPair(tx: Transaction, one: MemberId, other: MemberId): Promise<ConversationId> {
  const pair = toPair(one, other);
  const [known] = await lockPairs(tx, [pair]);
  if (known) return known;
  await makePairs(tx, [pair]);
  const [made] = await lockPairs(tx, [pair]);
  if (!made) throw new Error('a pair of members is missing');
  return made;
}

/**
 * Locks pairs, always in the same order. Returns the conversation ids in the order given; pairs without a row have
 * none.
 */
export async function lockPairs(tx: Transaction, pairs: readonly Pair[]): Promise<(ConversationId | undefined)[]> {
  const rows = await tx.all(lockPairRows, listEnds(pairs));
  const found = new Map(rows.map((row) => [toPairKey(row.low_id, row.high_id), row.conversation_id]));
  return pairs.map(([low, high]) => found.get(toPairKey(low, high)));
}

export async function makePairs(tx: Transaction, pairs: readonly Pair[]): Promise<void> {
  await tx.run(insertPairs, { ...listEnds(pairs), conversationIds: pairs.map(() => createId<ConversationId>()) });
}

function listEnds(pairs: readonly Pair[]): { lowIds: MemberId[]; highIds: MemberId[] } {
  return { lowIds: pairs.map(([low]) => low), highIds: pairs.map(([, high]) => high) };
}

/** Reserves the id of a pair's conversation. Keeps no lock, because photos are stored before their message. */
export async function reserveConversation(database: Database, one: MemberId, other: MemberId): Promise<ConversationId> {
  const [lowId, highId] = toPair(one, other);
  return database.transaction(
    async (tx) => (await tx.first(findPair, { lowId, highId }))?.conversation_id ?? lockPair(tx, one, other),
  );
}
