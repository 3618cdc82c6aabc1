import { findVisibleSummary } from '../../members/list-summaries.ts';
import { addShared } from '../../members/search/find-unmet.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { lockLikesBetween, deleteSwipe, updateDay } from '../queries.ts';
import { deleteLike } from '../remove-like.ts';
import { findLast, lockDay, presentDay } from './swipe-day.ts';

/**
 * Takes back the day's last swipe. Once a day its like no longer counts toward the limit; more often would allow
 * endless likes. Throws swipe.nothing-to-undo, also if the like has to stand (see `findLast`).
 */
export const undoSwipe: Handler<'undoSwipe'> = async ({ profile: meant }, call) => {
  const { context, member, site } = call;
  const memberId = member.id;
  const undone = await context.database.transaction(async (tx) => {
    const day = await lockDay(tx, call);
    must(meant === undefined || meant === day.last, 'swipe.nothing-to-undo');
    // A like that the other gives at this moment is either seen here or finds this one gone.
    if (day.last !== null) await tx.first(lockLikesBetween, { oneId: memberId, otherId: day.last });
    const last = await findLast(tx, memberId, day);
    must(last, 'swipe.nothing-to-undo');
    const { profileId, liked } = last;
    await tx.run(deleteSwipe, { memberId, profileId });
    if (liked) await deleteLike(context, tx, { giverId: memberId, receiverId: profileId });
    const returns = liked && !day.returned && day.likes > 0;
    const left = { ...day, likes: day.likes - Number(returns), returned: day.returned || returns, last: null };
    await tx.run(updateDay, { memberId, ...left });
    return { last, left, returns };
  });
  const summary = await findVisibleSummary(context, { site, viewerId: memberId }, undone.last.profileId);
  return {
    profile: summary ? await addShared(call, summary) : null,
    was_like: undone.last.liked,
    like_returned: undone.returns,
    ...(await presentDay(context.database, memberId, undone.left)),
  };
};
