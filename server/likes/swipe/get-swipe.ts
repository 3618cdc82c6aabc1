import { findUnmet } from '../../members/search/find-unmet.ts';
import type { Handler } from '../../platform/handler.ts';
import { findState, presentDay, todayOf } from './swipe-day.ts';

/** The next profile of the swipe game, and what is left of the day (specification, sections 1 and 9). */
export const getSwipe: Handler<'getSwipe'> = async ({ held }, call) => {
  const today = todayOf(call);
  const [state, profile] = await Promise.all([findState(call, today), findUnmet(call, held?.split(',') ?? [])]);
  return { profile, ...presentDay(state.likes, today), can_undo: state.last !== null };
};
