import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { swipesHeldMax } from '../../../contract/likes/limits.ts';
import { keys } from '../../platform/query-keys.ts';
import { callFrom } from '../../platform/queries.ts';
import { type Deck, isShort, withDealt } from './deck.ts';
import { swipesOnTheWay } from './swipes-on-the-way.ts';

export interface Dealing {
  error: unknown;
  refetch: () => unknown;
}

/**
 * Loads cards, one at a time, until enough are held. The next card for a hand is a query: offline it waits for the
 * connection, and after a failure it is retried at the latest when the connection is back or the next card is swiped.
 */
export function useDealing(deck: Deck | undefined): Dealing {
  const queries = useQueryClient();
  const hand = deck?.cards.map(({ id }) => id) ?? [];
  const { data, error, refetch } = useQuery({
    queryKey: keys.nextSwipe(hand.join()),
    queryFn: async (context) => {
      const waiting = swipesOnTheWay(queries).map(({ member }) => member.id);
      const held = [...new Set([...hand, ...waiting])].slice(-swipesHeldMax);
      return callFrom(context)('getSwipe', held.length === 0 ? {} : { held: held.join() }, { signal: context.signal });
    },
    enabled: deck !== undefined && isShort(deck),
    staleTime: Infinity,
    // The same hand may get another card later.
    gcTime: 0,
  });
  useEffect(() => {
    if (data) queries.setQueryData<Deck>(keys.swipes, (known) => known && withDealt(known, data));
  }, [data, queries]);
  return { error, refetch };
}
