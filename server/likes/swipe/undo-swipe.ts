import { listVisibleSummaries } from '../../members/visibility/list-visible-summaries.ts';
import { withShared } from '../../members/suggest/with-shared.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { lockLikesBetween } from '../queries.ts';
import { takeLikeBack } from '../remove-like.ts';
import { findLast } from './last-swipe.ts';
import { deleteSwipe, updateDay } from './queries.ts';
import { lockDay, presentDay } from './swipe-day.ts';

/**
 * Takes back the day's last swipe and its like. Once a day the like no longer counts towards the limit; more often
 * would allow endless likes. Throws swipe.nothing-to-undo, also if the like has to stand (see `findLast`) or `profile`
 * is not the last swipe.
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
    if (liked) await takeLikeBack(tx, call, profileId);
    const returns = liked && !day.returned && day.likes > 0;
    const likes = returns ? day.likes - 1 : day.likes;
    const left = { ...day, likes, returned: day.returned || returns, last: null };
    await tx.run(updateDay, { memberId, ...left });
    return { id: profileId, left, liked, returns };
  });
  const summaries = await listVisibleSummaries(context, { site, viewerId: memberId }, [undone.id]);
  const summary = summaries.get(undone.id);
  return {
    profile: summary ? await withShared(call, summary) : null,
    was_like: undone.liked,
    like_returned: undone.returns,
    ...presentDay(undone.left, null),
  };
};
