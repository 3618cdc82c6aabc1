import type { AppContext } from '../context.ts';
import { listVisibleSummaries } from '../members/visibility/list-visible-summaries.ts';
import { type Looking, findVisible } from '../members/visibility/find-visible.ts';
import { openNoticeWindows } from '../notifications/open-notice-windows.ts';
import { must } from '../platform/failure.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { hasLiked, insertGiven, lockLikesBetween } from './queries.ts';
import { type Like, receiveLike } from './received.ts';

/**
 * Records a like for both members; idempotent. Returns whether both have now liked each other (specification, sections
 * 2 and 4). Throws like.self, profile.not-found (also if the giver blocked the member), profile.blocked-you.
 */
export const addLike: Handler<'addLike'> = async ({ profile: id }, call) => {
  const { database, clock } = call.context;
  const match = await database.transaction((tx) => recordLike(tx, call, id, clock.now()));
  return { liked: true, match };
};

/** Records a like within a transaction and returns whether it is a match. Throws the same errors as `addLike`. */
export async function recordLike(
  tx: Transaction,
  { context, site, member }: MemberCall,
  id: string,
  now: Date,
): Promise<boolean> {
  must(id !== member.id, 'like.self');
  const like = { giverId: member.id, receiverId: id };
  await tx.first(lockLikesBetween, { oneId: member.id, otherId: id });
  // Read under the lock: a block made at the same moment is either seen here or removes this like.
  const relationship = await findVisible(tx, { site, viewerId: member.id }, id);
  must(!relationship.blocked_by_viewer, 'profile.not-found');
  const isNew = (await tx.run(insertGiven, { ...like, now })) === 1;
  const notifies = isNew && (await receiveLike(tx, like, now));
  const mutual = (await tx.first(hasLiked, { giverId: id, receiverId: member.id }))?.liked ?? false;
  if (notifies && !relationship.fictional) await openNoticeWindows(tx, [id], now);
  if (isNew) tx.afterCommit(() => publishLike(context, site, { ...like, mutual, notifies, at: now }));
  return mutual;
}

interface NewLike extends Like {
  mutual: boolean;
  /** True if the receiver is notified: at most once per pair and day. */
  notifies: boolean;
  at: Date;
}

/**
 * Publishes a like to both members; to the receiver only if their list shows the giver. A like that is given again
 * within a day does not notify the receiver; it reappears when they next fetch their list.
 */
async function publishLike(
  context: AppContext,
  site: Looking['site'],
  { giverId, receiverId, mutual, notifies, at }: NewLike,
): Promise<void> {
  const summaryFor = async (viewerId: string, id: string) =>
    (await listVisibleSummaries(context, { site, viewerId }, [id])).get(id);
  const receiver = await summaryFor(giverId, receiverId);
  if (receiver) {
    context.bus.publish(giverId, { type: 'like-given', profile: receiver, id: receiverId });
    if (mutual) context.bus.publish(giverId, { type: 'match', profile: receiver });
  }
  if (!notifies) return;
  const giver = await summaryFor(receiverId, giverId);
  if (!giver) return;
  context.bus.publish(receiverId, { type: 'like', profile: giver, at: at.toISOString() });
  if (mutual) context.bus.publish(receiverId, { type: 'match', profile: giver });
}
