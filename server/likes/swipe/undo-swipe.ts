import { listVisibleSummaries } from '../../members/visibility/list-visible-summaries.ts';
import { withShared } from '../../members/suggest/with-shared.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { takeLikeBack } from '../remove-like.ts';
import { deleteSwipe, updateDay } from './queries.ts';
import { lockState, presentDay, todayOf } from './swipe-day.ts';

/**
 * Takes back the last swipe. Its like is removed, and counts as not given once a day: more would be likes without limit,
 * one after the other. Throws swipe.nothing-to-undo.
 */
export const undoSwipe: Handler<'undoSwipe'> = async (_input, call) => {
  const { context, member, site } = call;
  const today = todayOf(call);
  const memberId = member.id;
  const undone = await context.database.transaction(async (tx) => {
    const { likes, returned, last } = await lockState(tx, memberId, today);
    must(last, 'swipe.nothing-to-undo');
    const swipe = await tx.first(deleteSwipe, { memberId, profileId: last });
    if (swipe?.liked) await takeLikeBack(tx, call, last);
    const returns = swipe?.liked === true && !returned && likes > 0;
    const left = returns ? likes - 1 : likes;
    await tx.run(updateDay, { memberId, day: today.day, likes: left, returned: returned || returns, last: null });
    return { id: last, likes: left, returns };
  });
  const summaries = await listVisibleSummaries(context, { site, viewerId: memberId }, [undone.id]);
  const summary = summaries.get(undone.id);
  return {
    profile: summary ? await withShared(call, summary) : null,
    like_returned: undone.returns,
    ...presentDay(undone.likes, today),
  };
};
