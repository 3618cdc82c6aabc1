import type { Bus } from '../platform/bus/bus.ts';
import type { Transaction } from '../platform/database/database.ts';
import { deleteGiven, deleteReceived, lockLikesBetween } from './queries.ts';

/**
 * Removes the likes between two members in both directions, as a block does (specification, section 4). No like
 * between them can be recorded until the transaction ends. With `bus`, both members' open tabs are told after the commit.
 */
export async function removeLikesBetween(tx: Transaction, a: string, b: string, bus?: Bus): Promise<void> {
  await tx.first(lockLikesBetween, { oneId: a, otherId: b });
  for (const [giverId, receiverId] of [
    [a, b],
    [b, a],
  ] as const) {
    const removed = await tx.run(deleteGiven, { giverId, receiverId });
    await tx.run(deleteReceived, { giverId, receiverId });
    if (removed === 0 || !bus) continue;
    tx.afterCommit(() => {
      bus.publish(receiverId, { type: 'like-gone', profile: giverId });
      bus.publish(giverId, { type: 'like-given', profile: null, id: receiverId });
    });
  }
}
