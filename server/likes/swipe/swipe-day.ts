import { dayIn, dayText, startOf } from '../../../contract/calendar.ts';
import { swipeLikesPerDay } from '../../../contract/limits.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { siteTimeZone } from '../../platform/site.ts';
import { findDay, lockDay, openDay } from './queries.ts';

/** The day of the swipe game, in the zone of the site: where its company is. */
export interface Today {
  /** YYYY-MM-DD. */
  day: string;
  endsAt: Date;
}

export function todayOf({ site, context }: Pick<MemberCall, 'site' | 'context'>): Today {
  const zone = siteTimeZone(site);
  const day = dayIn(zone, context.clock.now());
  return { day: dayText(day), endsAt: startOf(zone, day + 1) };
}

export interface SwipeState {
  /** Likes given today. */
  likes: number;
  /** An undo gave a like back today. */
  returned: boolean;
  last: string | null;
}

/** The member's state today, locked until the transaction ends. */
export async function lockState(tx: Transaction, memberId: string, { day }: Today): Promise<SwipeState> {
  await tx.run(openDay, { memberId, day });
  const row = await tx.first(lockDay, { memberId });
  // A clock that runs behind on one node must not begin an earlier day anew.
  const isToday = row !== undefined && row.day >= day;
  return {
    likes: isToday ? row.likes : 0,
    returned: isToday && (row.returned ?? false),
    last: row?.last_profile_id ?? null,
  };
}

export async function findState(
  { context, member }: MemberCall,
  { day }: Today,
): Promise<Omit<SwipeState, 'returned'>> {
  const row = await context.database.first(findDay, { memberId: member.id });
  return { likes: row && row.day >= day ? row.likes : 0, last: row?.last_profile_id ?? null };
}

/** What every answer says of the day. */
export function presentDay(likes: number, { endsAt }: Today): { likes_left: number; day_ends_at: string } {
  return { likes_left: swipeLikesPerDay - likes, day_ends_at: endsAt.toISOString() };
}
