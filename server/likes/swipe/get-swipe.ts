import { findUnmet } from '../../members/search/find-unmet.ts';
import type { Handler } from '../../platform/handler.ts';
import { findDay, presentDay } from './swipe-day.ts';

/** Returns the next profile of the swipe game and the state of the day (specification, sections 1 and 9). */
export const getSwipe: Handler<'getSwipe'> = async ({ held }, call) => {
  const { database } = call.context;
  const [day, profile] = await Promise.all([
    findDay(call).then((found) => presentDay(database, call.member.id, found)),
    findUnmet(call, held?.split(',') ?? []),
  ]);
  return { profile, ...day };
};
