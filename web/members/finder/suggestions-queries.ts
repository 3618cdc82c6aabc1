import { queryOptions } from '@tanstack/react-query';

import { keys } from '../../cache/query-keys.ts';
import { callFrom } from '../../queries.ts';

/** A clock that is fast must not ask all the time. */
const waitMinMs = 30_000;
const waitMaxMs = 3_600_000;

/**
 * The table of this evening. It is asked for again when it is cleared, when the next one is set, and when somebody comes back
 * to the page: a hidden one does not ask.
 */
export const eveningTableQuery = queryOptions({
  queryKey: keys.similar('evening'),
  queryFn: (context) => callFrom(context)('getEveningTable', {}, { signal: context.signal }),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state: { data } }) => {
    if (!data) return false;
    const wait = Date.parse(data.ends_at ?? data.next_at) - Date.now();
    return Math.min(Math.max(wait, waitMinMs), waitMaxMs);
  },
});

export const signupMatchesQuery = queryOptions({
  queryKey: keys.similar('signup'),
  queryFn: (context) => callFrom(context)('listSignupMatches', {}, { signal: context.signal }),
  staleTime: 300_000,
});
