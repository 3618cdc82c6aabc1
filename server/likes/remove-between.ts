import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { deleteGiven, lockLikesBetween } from './queries.ts';
import { withdrawLike } from './received.ts';

/**
 * Removes the likes between two members in both directions, as a block does (specification, section 4). No like
 * between them can be recorded until the transaction ends. Both members' open tabs are told after the commit.
 */
export async function removeLikesBetween(
  { bus, clock }: Pick<AppContext, 'bus' | 'clock'>,
  tx: Transaction,
  a: string,
  b: string,
): Promise<void> {
  await tx.first(lockLikesBetween, { oneId: a, otherId: b });
  for (const [giverId, receiverId] of [
    [a, b],
    [b, a],
  ] as const) {
    const removed = await tx.run(deleteGiven, { giverId, receiverId });
    await withdrawLike(tx, { giverId, receiverId }, clock.now());
    if (removed === 0) continue;
    tx.afterCommit(() => {
      bus.publish(receiverId, { type: 'like-gone', profile: giverId });
      bus.publish(giverId, { type: 'like-given', profile: null, id: receiverId });
    });
  }
}
