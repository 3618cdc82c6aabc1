import { queryOptions } from '@tanstack/react-query';

import type { Output } from '../../contract/index.ts';
import { keys } from '../platform/query-keys.ts';
import { callFrom } from '../platform/queries.ts';

const movingEveryMs = 5_000;

/** The member's purchases with the refund for withdrawing from each; polled while a refund is in progress. */
export const withdrawalsQuery = queryOptions({
  queryKey: keys.withdrawals,
  queryFn: (context) => callFrom(context)('listWithdrawals', {}),
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.withdrawals.some((one) => one.state === 'confirmed' || one.state === 'refunding')
      ? movingEveryMs
      : false,
});

export type Withdrawal = Output<'listWithdrawals'>['withdrawals'][number];
