import { dayIn, dayMs, dayText, startOf } from '../../../contract/calendar.ts';
import { swipeLikesPerDay } from '../../../contract/limits.ts';
import type { Output } from '../../../contract/index.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { siteTimeZone } from '../../platform/site.ts';
import { findRow, lockRow, openDay } from './queries.ts';

/** The day of the swipe game, in the zone of the site: where its company is. */
export interface SwipeDay {
  /** YYYY-MM-DD. */
  day: string;
  endsAt: Date;
  /** Likes given on this day. */
  likes: number;
  /** An undo gave a like back on this day. */
  returned: boolean;
  /** Whom the last swipe of this day was for, until it is taken back. */
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

/**
 * The member's day, locked until the transaction ends. The clock is read under the lock: a call that waited over
 * midnight belongs to the day that has begun.
 */
export async function lockDay(tx: Transaction, call: Calling): Promise<SwipeDay> {
  const memberId = call.member.id;
  await tx.run(openDay, { memberId, day: dayText(todayOf(call)) });
  return dayOf(call, await tx.first(lockRow, { memberId }));
}

/** The member's day as it is, without a lock: what it says may be spent at the next moment. */
export async function findDay(call: Calling): Promise<SwipeDay> {
  return dayOf(call, await call.context.database.first(findRow, { memberId: call.member.id }));
}

/** What every answer says of the day. `last` is what an undo would take back. */
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

/** Days only move on: where the clock of a node runs behind, the day that another one has begun goes on. */
function dayOf(call: Calling, row: Stored | undefined): SwipeDay {
  const stored = row ? Date.parse(`${row.day}T00:00:00Z`) / dayMs : -Infinity;
  const day = Math.max(todayOf(call), stored);
  const goesOn = day === stored;
  return {
    day: dayText(day),
    endsAt: startOf(siteTimeZone(call.site), day + 1),
    likes: goesOn ? (row?.likes ?? 0) : 0,
    returned: goesOn && (row?.returned ?? false),
    last: goesOn ? (row?.last_profile_id ?? null) : null,
  };
}
