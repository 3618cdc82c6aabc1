import { queryOptions } from '@tanstack/react-query';

import { keys } from '../../platform/query-keys.ts';
import { callFrom } from '../../platform/queries.ts';

/** Keeps a device with a fast clock from polling continuously. */
const waitMinMs = 30_000;
const waitMaxMs = 3_600_000;

/** This evening's table. Refetched when it is cleared or the next is set, and on focus; hidden pages do not poll. */
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
