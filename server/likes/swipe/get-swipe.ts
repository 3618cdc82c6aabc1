import { findUnmet } from '../../members/search/find-unmet.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { findLast } from './last-swipe.ts';
import { type LastSwipe, type SwipeDay, findDay, presentDay } from './swipe-day.ts';

/** Returns the next profile of the swipe game and the state of the day (specification, sections 1 and 9). */
export const getSwipe: Handler<'getSwipe'> = async ({ held }, call) => {
  const [{ day, last }, profile] = await Promise.all([dayAndLast(call), findUnmet(call, held?.split(',') ?? [])]);
  return { profile, ...presentDay(day, last) };
};

async function dayAndLast(call: MemberCall): Promise<{ day: SwipeDay; last: LastSwipe | null }> {
  const day = await findDay(call);
  return { day, last: await findLast(call.context.database, call.member.id, day) };
}
