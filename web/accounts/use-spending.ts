import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Input } from '../../contract/index.ts';
import { keys } from '../platform/query-keys.ts';
import { call } from '../platform/call.ts';
import { callFrom } from '../platform/queries.ts';

/** The member's spending limit for seven days, and the amount left. */
export const spendingQuery = queryOptions({
  queryKey: keys.spending,
  queryFn: (context) => callFrom(context)('getSpending', {}),
});

/** Sets the limit, or starts a break. */
export function useSetSpending() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'setSpendingLimit'>) => call('setSpendingLimit', input),
    onSuccess: (spending) => queries.setQueryData(spendingQuery.queryKey, spending),
  });
}
