import { dayIn, dayMs, dayText, startOfDay } from '../../../contract/platform/calendar.ts';
import { swipeLikesPerDay } from '../../../contract/likes/limits.ts';
import type { Output } from '../../../contract/index.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { siteTimeZone } from '../../platform/site.ts';
import { findRow, lockRow, openDay } from './queries.ts';

/** A day of the swipe game, in the time zone of the site's company. */
export interface SwipeDay {
  /** YYYY-MM-DD. */
  day: string;
  endsAt: Date;
  likes: number;
  /** True if an undo gave a like back on this day. */
  returned: boolean;
  /** The profile of this day's last swipe, until that swipe is undone. */
  last: string | null;
}

/** The swipe that an undo takes back. */
export interface LastSwipe {
  profileId: string;
  liked: boolean;
}

type PresentedDay = Omit<Output<'getSwipe'>, 'profile'>;

interface Stored {
  day: string;
  likes: number;
  returned: boolean;
  last_profile_id: string | null;
}

type Calling = Pick<MemberCall, 'site' | 'context' | 'member'>;

/** Returns the member's day, locked. The clock is read under the lock: after midnight, it is the new day. */
export async function lockDay(tx: Transaction, call: Calling): Promise<SwipeDay> {
  const memberId = call.member.id;
  await tx.run(openDay, { memberId, day: dayText(todayOf(call)) });
  return dayOf(call, await tx.first(lockRow, { memberId }));
}

/** Returns the member's day without a lock; its likes may be spent a moment later. */
export async function findDay(call: Calling): Promise<SwipeDay> {
  return dayOf(call, await call.context.database.first(findRow, { memberId: call.member.id }));
}

/** The state of the day, as in every answer. `last` is the swipe that an undo takes back. */
export function presentDay({ likes, endsAt, returned }: SwipeDay, last: LastSwipe | null): PresentedDay {
  return {
    likes_left: swipeLikesPerDay - likes,
    day_ends_at: endsAt.toISOString(),
    can_undo: last !== null,
    undoes_like: last?.liked ?? false,
    like_returns: !returned,
  };
}

function todayOf({ site, context }: Calling): number {
  return dayIn(siteTimeZone(site), context.clock.now());
}

/** Days never go back: if this node's clock is behind, the day that another node has started stays current. */
function dayOf(call: Calling, row: Stored | undefined): SwipeDay {
  const stored = row ? Date.parse(`${row.day}T00:00:00Z`) / dayMs : -Infinity;
  const day = Math.max(todayOf(call), stored);
  const goesOn = day === stored;
  return {
    day: dayText(day),
    endsAt: startOfDay(siteTimeZone(call.site), day + 1),
    likes: goesOn ? (row?.likes ?? 0) : 0,
    returned: goesOn && (row?.returned ?? false),
    last: goesOn ? (row?.last_profile_id ?? null) : null,
  };
}
