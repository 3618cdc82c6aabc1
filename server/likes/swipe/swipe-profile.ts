import { swipeAgainAfterDays, swipeLikesPerDay } from '../../../contract/likes/limits.ts';
import { lockWallets } from '../../credits/wallets.ts';
import { findVisible } from '../../members/visibility/find-visible.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { must, retryAfter } from '../../platform/failure.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { once } from '../../platform/idempotency.ts';
import { recordLike } from '../add-like.ts';
import { hasLiked } from '../queries.ts';
import { insertSwipe, updateDay } from './queries.ts';
import { findLast } from './last-swipe.ts';
import { lockDay, presentDay } from './swipe-day.ts';

/**
 * Likes or skips a profile of the swipe game (specification, sections 1 and 9). A member has four likes a day on all
 * devices together; the day is that of the site's time zone. Throws swipe.limit, swipe.again (swiped within 30 days, or
 * already liked), and the errors of `addLike`.
 */
export const swipeProfile: Handler<'swipeProfile'> = async ({ idempotency_key: key, profile, like }, call) => {
  const { context, member } = call;
  return context.database.transaction(async (tx) => {
    // Locked before the day, so that a call of another operation with the same key waits too.
    await lockWallets(tx, [member.id]);
    const day = await lockDay(tx, call);
    const now = context.clock.now();
    const keyed = { memberId: member.id, key, operation: 'swipeProfile', body: { profile, like }, now };
    return once(tx, keyed, async () => {
      must(!like || day.likes < swipeLikesPerDay, 'swipe.limit', {
        max: swipeLikesPerDay,
        ...retryAfter(day.endsAt.getTime() - now.getTime()),
      });
      // Liked profiles are never shown, and undoing this swipe would take back a like that it did not give.
      const liked = await tx.first(hasLiked, { giverId: member.id, receiverId: profile });
      must(!liked?.liked, 'swipe.again');
      const swipe = { memberId: member.id, profileId: profile, liked: like, now };
      const since = after(now, -swipeAgainAfterDays * dayMs);
      must((await tx.run(insertSwipe, { ...swipe, since })) === 1, 'swipe.again');
      const match = like ? await recordLike(tx, call, profile, now) : await skip(tx, call, profile);
      const left = { ...day, likes: day.likes + (like ? 1 : 0), last: profile };
      await tx.run(updateDay, { memberId: member.id, ...left });
      return { match, ...presentDay(left, await findLast(tx, member.id, left)) };
    });
  });
};

/** Checks that the member may see the profile. A skip has no effect beyond the swipe itself. */
async function skip(tx: Transaction, { site, member }: MemberCall, profile: string): Promise<false> {
  await findVisible(tx, { site, viewerId: member.id }, profile);
  return false;
}
