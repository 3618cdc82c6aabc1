import { swipeLikesPerDay } from '../../../contract/likes/limits.ts';
import { dayIn, dayMs, dayText, startOfDay } from '../../../contract/platform/calendar.ts';
import type { Reader, RowOf, Transaction } from '../../platform/database/database.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { siteTimeZone } from '../../settings/rules.ts';
import { findRow, lockRow, openDay, findSwipe } from '../queries.ts';

interface SwipeDay {
  day: string;
  endsAt: Date;
  likes: number;
  returned: boolean;
  last: MemberId | null;
}

type Calling = Pick<MemberCall, 'site' | 'context' | 'member'>;

/** Reads the clock under the lock: after midnight, it is the new day. */
export async function lockDay(tx: Transaction, call: Calling): Promise<SwipeDay> {
  const memberId = call.member.id;
  await tx.run(openDay, { memberId, day: dayText(getToday(call)) });
  return deriveSwipeDay(call, await tx.first(lockRow, { memberId }));
}

/** Returns the member's day without a lock; its likes may be spent a moment later. */
export async function findDay(call: Calling): Promise<SwipeDay> {
  return deriveSwipeDay(call, await call.context.database.first(findRow, { memberId: call.member.id }));
}

export async function presentDay(reader: Reader, memberId: MemberId, day: SwipeDay) {
  const last = await findLast(reader, memberId, day);
  return {
    likes_left: swipeLikesPerDay - day.likes,
    day_ends_at: day.endsAt.toISOString(),
    can_undo: last !== null,
    undoes_like: last?.liked ?? false,
    like_returns: !day.returned,
  };
}

function getToday({ site, context }: Calling): number {
  return dayIn(siteTimeZone(site), context.clock.now());
}

/**
 * Derives the day of the game. It never goes back: if this node's clock is behind, the day that another node has
 * started stays current.
 */
function deriveSwipeDay(call: Calling, row: RowOf<typeof findRow> | undefined): SwipeDay {
  const stored = row ? Date.parse(`${row.day}T00:00:00Z`) / dayMs : -Infinity;
  const day = Math.max(getToday(call), stored);
  const current = day === stored ? row : undefined;
  return {
    day: dayText(day),
    endsAt: startOfDay(siteTimeZone(call.site), day + 1),
    likes: current?.likes ?? 0,
    returned: current?.returned ?? false,
    last: current?.last_profile_id ?? null,
  };
}

/** Returns the swipe that can be undone; null also for a like with consequences, whose undo would end more than it. */
export async function findLast(reader: Reader, memberId: MemberId, { last }: SwipeDay) {
  if (last === null) return null;
  const swipe = await reader.first(findSwipe, { memberId, profileId: last });
  return swipe && !swipe.stands ? { profileId: last, liked: swipe.liked } : null;
}
