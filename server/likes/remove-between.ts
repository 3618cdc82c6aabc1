import type { Bus } from '../platform/bus/bus.ts';
import type { Transaction } from '../platform/database/database.ts';
import { deleteGiven, deleteReceived, lockLikesBetween } from './queries.ts';

/**
 * Removes the likes between two members in both directions, as a block does (specification, section 4). Until the end
 * of the transaction no like between them can be recorded. With `bus`, open tabs of both are told after the commit.
 */
export async function removeLikesBetween(tx: Transaction, a: string, b: string, bus?: Bus): Promise<void> {
  await tx.first(lockLikesBetween, [a, b]);
  for (const [giver, receiver] of [
    [a, b],
    [b, a],
  ] as const) {
    const removed = await tx.run(deleteGiven, [giver, receiver]);
    await tx.run(deleteReceived, [giver, receiver]);
    if (removed === 0 || !bus) continue;
    tx.afterCommit(() => {
      bus.publish(receiver, { type: 'like-gone', profile: giver });
      bus.publish(giver, { type: 'like-given', profile: null, id: receiver });
    });
  }
}
