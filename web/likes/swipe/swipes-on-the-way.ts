import type { QueryClient } from '@tanstack/react-query';

import type { SwipeProfile } from '../../../contract/likes/swipes.ts';

/** Mutation keys of swipes and undos, which are sent one after the other. */
export const gameKey = ['swipe-game'];
export const swipeKey = [...gameKey, 'swipe'];

export interface Swipe {
  member: SwipeProfile;
  like: boolean;
  /** The same for every attempt, so that it counts once. */
  key: string;
}

/** An undo, and the member of the swipe that it is meant for. */
export interface Undo {
  profile?: string;
}

/** The swipes without a response yet, including those made before the page was left and opened again. */
export function swipesOnTheWay(queries: QueryClient): Swipe[] {
  return queries
    .getMutationCache()
    .findAll({ mutationKey: swipeKey, status: 'pending' })
    .map(({ state }) => state.variables as Swipe);
}

/** The swipes and undos without a response yet, other than the given one. */
export function othersOnTheWay(queries: QueryClient, own?: Swipe | Undo): (Partial<Swipe> & Undo)[] {
  return queries
    .getMutationCache()
    .findAll({ mutationKey: gameKey, status: 'pending' })
    .map(({ state }) => state.variables as Swipe | Undo)
    .filter((one) => one !== own);
}
