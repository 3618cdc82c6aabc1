import type { AppContext } from '../context.ts';
import { findVisibleSummary } from '../members/list-summaries.ts';
import { type Looking, findVisible } from '../members/visibility/find-relationships.ts';
import { queueNotices } from '../notifications/pending-notices.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { must } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { hasLiked, insertGiven, insertReceived, lockLikesBetween, popWithdrawnLike } from './queries.ts';

/**
 * Records a like; idempotent. Returns whether both have now liked each other (specification, sections 2 and 4). Throws
 * like.self, profile.paused, profile.not-found (also if the giver blocked the member), profile.blocked-you.
 */
export const addLike: Handler<'addLike'> = async ({ profile: id }, call) => {
  const { database, clock } = call.context;
  const match = await database.transaction((tx) => recordLike(tx, call, id, clock.now()));
  return { liked: true, match };
};

export async function recordLike(tx: Transaction, call: MemberCall, id: MemberId, now: Date): Promise<boolean> {
  const { context, site, member } = call;
  must(id !== member.id, 'like.self');
  const like = { giverId: member.id, receiverId: id };
  await tx.first(lockLikesBetween, { oneId: member.id, otherId: id });
  // Read under the lock: a block made at the same moment is either seen here or removes this like.
  const relationship = await findVisible(tx, { site, viewerId: member.id }, id);
  must(!relationship.blocked_by_viewer, 'profile.not-found');
  must(!relationship.viewer_paused, 'profile.paused');
  const isNew = (await tx.run(insertGiven, { ...like, now })) === 1;
  const notifies = isNew && (await receiveLike(tx, like, now));
  const mutual = (await tx.first(hasLiked, { giverId: id, receiverId: member.id }))?.liked ?? false;
  if (notifies && !relationship.fictional) await queueNotices(tx, [id], now);
  if (isNew) tx.afterCommit(() => publishLike(context, site, { ...like, mutual, notifies, at: now }));
  return mutual;
}

/**
 * Stores the receiver's side of a like and returns true if it is new. A withdrawn like given again within a day keeps
 * its times.
 */
async function receiveLike(tx: Transaction, like: Like, now: Date): Promise<boolean> {
  const before = await tx.first(popWithdrawnLike, like);
  const same = before && before.created_at > after(now, -dayMs) ? before : undefined;
  const {
    created_at: at,
    seen_at: seenAt,
    shown_at: shownAt,
  } = same ?? { created_at: now, seen_at: null, shown_at: null };
  await tx.run(insertReceived, { ...like, at, seenAt, shownAt });
  return same === undefined;
}

export interface Like {
  giverId: MemberId;
  receiverId: MemberId;
}

/** Tells the receiver only if their list shows the giver, and not of a like given again within a day. */
async function publishLike(
  context: AppContext,
  site: Looking['site'],
  { giverId, receiverId, mutual, notifies, at }: Like & { mutual: boolean; notifies: boolean; at: Date },
): Promise<void> {
  const receiver = await findVisibleSummary(context, { site, viewerId: giverId }, receiverId);
  if (receiver) {
    context.bus.publish(giverId, { type: 'like-given', profile: receiver, id: receiverId });
    if (mutual) context.bus.publish(giverId, { type: 'match', profile: receiver });
  }
  if (!notifies) return;
  const giver = await findVisibleSummary(context, { site, viewerId: receiverId }, giverId);
  if (!giver) return;
  context.bus.publish(receiverId, { type: 'like', profile: giver, at: at.toISOString() });
  if (mutual) context.bus.publish(receiverId, { type: 'match', profile: giver });
}
