import { queryOptions } from '@tanstack/react-query';

import { keys } from '../platform/query-keys.ts';
import { callFrom } from '../platform/queries.ts';

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: keys.profile(id),
    queryFn: async (context) => (await callFrom(context)('getProfile', { id }, { signal: context.signal })).profile,
    // Opening a profile makes the server clear a like's "new" mark. A page just rendered is recent enough.
    staleTime: 5_000,
  });

export const similarQuery = (id: string) =>
  queryOptions({
    queryKey: keys.similar(id),
    queryFn: (context) => callFrom(context)('listSimilar', { id }, { signal: context.signal }),
    staleTime: 300_000,
  });
