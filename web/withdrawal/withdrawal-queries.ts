import { queryOptions } from '@tanstack/react-query';

import type { Output } from '../../contract/index.ts';
import { keys } from '../cache/query-keys.ts';
import { callFrom } from '../queries.ts';

const movingEveryMs = 5_000;

/** One's own purchases with what withdrawing from them would pay back; asked again while a refund is on its way. */
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
