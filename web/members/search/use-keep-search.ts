import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { call } from '../../platform/call.ts';
import { userQuery } from '../../platform/queries.ts';
import { type Filters, readFilters, saysFilters, toSearchQuery, writeFilters } from './filters.ts';

/** Saves the filters of the address to the account, so that the search opens with them next time. */
export function useKeepSearch(filters: Filters): void {
  const queries = useQueryClient();
  const [query] = useSearchParams();
  const { data: user } = useQuery(userQuery);
  // The name that was searched for is not saved.
  const text = writeFilters({ ...filters, name: '' });
  const known = user?.search ? writeFilters(readFilters(new URLSearchParams(user.search as never))) : null;
  const isNew = Boolean(user) && saysFilters(query) && text !== known;
  useEffect(() => {
    if (!isNew) return;
    const { pageNumber: _page, ...search } = toSearchQuery(readFilters(new URLSearchParams(text)), 1);
    queries.setQueryData(userQuery.queryKey, (was) => was && { ...was, search });
    // Without a connection, the filters are kept for this visit only.
    call('updateUser', { search }).catch(() => undefined);
  }, [isNew, text, queries]);
}
