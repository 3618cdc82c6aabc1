import type { AppContext } from '../context.ts';
import { findVisible, isShown } from '../members/find-visible.ts';
import { listSummaries } from '../members/list-summaries.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { hasLiked, insertGiven, insertReceived, lockPair } from './queries.ts';

/**
 * Records a like beside both members, once however often it is sent; a match is two recorded likes (specification,
 * sections 2 and 4). Throws like.self, profile.not-found (also for whom the member blocked), profile.blocked-you.
 */
export const addLike: Handler<'addLike'> = async ({ profile: id }, { context, site, member }) => {
  must(id !== member.id, 'like.self');
  const match = await context.database.transaction(async (tx) => {
    await tx.first(lockPair, [member.id, id]);
    // Asked only under the lock: a block that is being made is either seen here, or removes this like.
    const standing = await findVisible(tx, { site, viewerId: member.id }, id);
    must(!standing.blocked, 'profile.not-found');
    const now = context.clock.now();
    const isNew = (await tx.run(insertGiven, [member.id, id, now])) === 1;
    await tx.run(insertReceived, [member.id, id, now]);
    const mutual = (await tx.first(hasLiked, [id, member.id]))?.liked ?? false;
    if (isNew) tx.afterCommit(() => tell(context, member.id, id, { match: mutual, at: now }));
    return mutual;
  });
  return { liked: true, match };
};

async function tell(
  context: AppContext,
  giverId: string,
  receiverId: string,
  { match, at }: { match: boolean; at: Date },
): Promise<void> {
  const receiver = (await listSummaries(context, giverId, [receiverId])).get(receiverId);
  if (receiver) {
    context.bus.publish(giverId, { type: 'like-given', profile: receiver, id: receiverId });
    if (match) context.bus.publish(giverId, { type: 'match', profile: receiver });
  }
  // A profile that is not shown yet is in nobody's list of likes: fetching would not give it either.
  if (!(await isShown(context, giverId))) return;
  const giver = (await listSummaries(context, receiverId, [giverId])).get(giverId);
  if (!giver) return;
  context.bus.publish(receiverId, { type: 'like', profile: giver, at: at.toISOString() });
  if (match) context.bus.publish(receiverId, { type: 'match', profile: giver });
}
