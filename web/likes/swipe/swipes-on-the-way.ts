import { type QueryClient, useMutationState } from '@tanstack/react-query';

import type { SwipeProfile } from '../../../contract/swipes.ts';

/** Swipes and undos, which are sent one after the other. */
export const gameKey = ['swipe-game'];
export const swipeKey = [...gameKey, 'swipe'];

export interface Swipe {
  member: SwipeProfile;
  like: boolean;
  /** The same for every try, so that it counts once. */
  key: string;
}

const unanswered = { mutationKey: swipeKey, status: 'pending' } as const;

/** The swipes that are not answered yet, also those made before the page was left and opened again. */
export function swipesOnTheWay(queries: QueryClient): Swipe[] {
  return queries
    .getMutationCache()
    .findAll(unanswered)
    .map(({ state }) => state.variables as Swipe);
}

/** How many likes are not answered yet. */
export function useLikesOnTheWay(): number {
  const swipes = useMutationState({ filters: unanswered, select: ({ state }) => state.variables as Swipe });
  return swipes.filter(({ like }) => like).length;
}
