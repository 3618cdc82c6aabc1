import type { Transaction } from '../platform/database/database.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { deleteGiven, lockLikesBetween } from './queries.ts';
import { withdrawLike } from './received.ts';

/** Removes the member's like, if there is one. */
export const removeLike: Handler<'removeLike'> = async ({ profile: id }, call) => {
  await call.context.database.transaction((tx) => takeLikeBack(tx, call, id));
  return { liked: false };
};

/** Removes a like within a transaction, by the rules of `removeLike`. */
export async function takeLikeBack(tx: Transaction, { context, member }: MemberCall, id: string): Promise<void> {
  const like = { giverId: member.id, receiverId: id };
  await tx.first(lockLikesBetween, { oneId: member.id, otherId: id });
  const removed = await tx.run(deleteGiven, like);
  await withdrawLike(tx, like, context.clock.now());
  if (removed === 0) return;
  tx.afterCommit(() => {
    context.bus.publish(id, { type: 'like-gone', profile: member.id });
    context.bus.publish(member.id, { type: 'like-given', profile: null, id });
  });
}
