import type { AppContext } from '../context.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Handler } from '../platform/handler.ts';
import type { Like } from './add-like.ts';
import {
  deleteGiven,
  deleteOldWithdrawn,
  deleteReceived,
  hasLiked,
  insertWithdrawn,
  lockLikesBetween,
} from './queries.ts';

type RemovalContext = Pick<AppContext, 'bus' | 'clock'>;

export const removeLike: Handler<'removeLike'> = async (input, { context, member }) => {
  const { profile, keep_match: keepsMatch = false } = input;
  const like = { giverId: member.id, receiverId: profile };
  const liked = await context.database.transaction(async (tx) => {
    await tx.first(lockLikesBetween, { oneId: member.id, otherId: profile });
    if (keepsMatch && (await isMatch(tx, like))) return true;
    await deleteLike(context, tx, like);
    return false;
  });
  return { liked };
};

async function isMatch(tx: Transaction, { giverId, receiverId }: Like): Promise<boolean> {
  const given = await tx.first(hasLiked, { giverId, receiverId });
  if (!given?.liked) return false;
  return (await tx.first(hasLiked, { giverId: receiverId, receiverId: giverId }))?.liked ?? false;
}

/** Removes the likes in both directions (specification, section 4). None can be recorded until the transaction ends. */
export async function removeLikesBetween(context: RemovalContext, tx: Transaction, oneId: MemberId, otherId: MemberId) {
  await tx.first(lockLikesBetween, { oneId, otherId });
  await deleteLike(context, tx, { giverId: oneId, receiverId: otherId });
  await deleteLike(context, tx, { giverId: otherId, receiverId: oneId });
}

/**
 * Removes a like and tells both members' open tabs after the commit. The caller holds the lock on the likes between the
 * two. The times of the like are kept for a day in case it is given again.
 */
export async function deleteLike({ bus, clock }: RemovalContext, tx: Transaction, like: Like): Promise<void> {
  const { giverId, receiverId } = like;
  const removed = await tx.run(deleteGiven, like);
  const until = after(clock.now(), -dayMs);
  await tx.run(deleteOldWithdrawn, { receiverId, until });
  const taken = await tx.first(deleteReceived, like);
  if (taken && taken.created_at > until) {
    const { created_at: at, seen_at: seenAt, shown_at: shownAt } = taken;
    await tx.run(insertWithdrawn, { ...like, at, seenAt, shownAt });
  }
  if (removed === 0) return;
  tx.afterCommit(() => {
    bus.publish(receiverId, { type: 'like-gone', profile: giverId });
    bus.publish(giverId, { type: 'like-given', profile: null, id: receiverId });
  });
}
