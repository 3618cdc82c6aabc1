import { queryOptions } from '@tanstack/react-query';

import type { Output } from '../../../contract/index.ts';
import type { Format } from '../../platform/sentences/format.ts';
import { callFrom, keys } from '../../platform/calls/queries.ts';

/** The refund that a member who has said no to changed terms would get when leaving. It is money, so never cached. */
export const payBackQuery = queryOptions({
  queryKey: keys.payBack,
  queryFn: async (context) => callFrom(context)('getPayBack', {}),
  staleTime: 0,
});

/** Returns the amounts as text; null if there is nothing to pay back. */
export function formatPayBack(format: Format, { sums }: Output<'getPayBack'>): string | null {
  return sums.length === 0 ? null : sums.map(({ amount, currency }) => format.money(amount, currency)).join(' + ');
}
