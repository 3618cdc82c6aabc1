import { swipeAgainAfterDays, swipeLikesPerDay } from '../../../contract/likes/limits.ts';
import { lockWallets } from '../../credits/wallets.ts';
import { findVisible } from '../../members/visibility/find-relationships.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { must, retryAfter } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { once } from '../../platform/idempotency.ts';
import { recordLike } from '../add-like.ts';
import { hasLiked, insertSwipe, updateDay } from '../queries.ts';
import { lockDay, presentDay } from './swipe-day.ts';

/**
 * Likes or skips a profile (specification, sections 1 and 9). A member has four likes a day on all devices together, in
 * the site's time zone. Throws swipe.limit, swipe.again, and the errors of `addLike`.
 */
export const swipeProfile: Handler<'swipeProfile'> = async ({ idempotency_key: key, profile, like }, call) => {
  const { context, site, member } = call;
  const memberId = member.id;
  return context.database.transaction(async (tx) => {
    // Locked before the day, so that a call of another operation with the same key waits too.
    await lockWallets(tx, [memberId]);
    const day = await lockDay(tx, call);
    const now = context.clock.now();
    return once(tx, { memberId, key, operation: 'swipeProfile', body: { profile, like }, now }, async () => {
      const wait = retryAfter(day.endsAt.getTime() - now.getTime());
      must(!like || day.likes < swipeLikesPerDay, 'swipe.limit', { max: swipeLikesPerDay, ...wait });
      // Liked profiles are never shown, and undoing this swipe would take back a like that it did not give.
      const liked = await tx.first(hasLiked, { giverId: memberId, receiverId: profile });
      must(!liked?.liked, 'swipe.again');
      const since = after(now, -swipeAgainAfterDays * dayMs);
      const isNew = (await tx.run(insertSwipe, { memberId, profileId: profile, liked: like, now, since })) === 1;
      must(isNew, 'swipe.again');
      if (!like) await findVisible(tx, { site, viewerId: memberId }, profile);
      const match = like && (await recordLike(tx, call, profile, now));
      const left = { ...day, likes: day.likes + (like ? 1 : 0), last: profile };
      await tx.run(updateDay, { memberId, ...left });
      return { match, ...(await presentDay(tx, memberId, left)) };
    });
  });
};
