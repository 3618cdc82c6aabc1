import { listVisibleSummaries } from '../../members/visibility/list-visible-summaries.ts';
import { withShared } from '../../members/suggest/with-shared.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { takeLikeBack } from '../remove-like.ts';
import { deleteSwipe, updateDay } from './queries.ts';
import { lockDay, presentDay } from './swipe-day.ts';

/**
 * Takes back the last swipe. Its like is removed, and counts as not given once a day: more would be likes without limit,
 * one after the other. Throws swipe.nothing-to-undo.
 */
export const undoSwipe: Handler<'undoSwipe'> = async (_input, call) => {
  const { context, member, site } = call;
  const memberId = member.id;
  const undone = await context.database.transaction(async (tx) => {
    const day = await lockDay(tx, call);
    const { likes, returned, last } = day;
    must(last, 'swipe.nothing-to-undo');
    const swipe = await tx.first(deleteSwipe, { memberId, profileId: last });
    if (swipe?.liked) await takeLikeBack(tx, call, last);
    const returns = swipe?.liked === true && !returned && likes > 0;
    const left = { ...day, likes: returns ? likes - 1 : likes, returned: returned || returns, last: null };
    await tx.run(updateDay, { memberId, ...left });
    return { id: last, left, returns };
  });
  const summaries = await listVisibleSummaries(context, { site, viewerId: memberId }, [undone.id]);
  const summary = summaries.get(undone.id);
  return {
    profile: summary ? await withShared(call, summary) : null,
    like_returned: undone.returns,
    ...presentDay(undone.left),
  };
};
