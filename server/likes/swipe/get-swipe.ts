import { findUnmet } from '../../members/search/find-unmet.ts';
import type { Handler } from '../../platform/handler.ts';
import { findDay, presentDay } from './swipe-day.ts';

/** The next profile of the swipe game, and what is left of the day (specification, sections 1 and 9). */
export const getSwipe: Handler<'getSwipe'> = async ({ held }, call) => {
  const [day, profile] = await Promise.all([findDay(call), findUnmet(call, held?.split(',') ?? [])]);
  return { profile, ...presentDay(day), can_undo: day.last !== null };
};
