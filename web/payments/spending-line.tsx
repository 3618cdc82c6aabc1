import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { Spending } from '../../contract/payments/spending.ts';
import { useFormat } from '../platform/format.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';

/** The remainder of the member's spending limit, shown beside an order; null for members without a limit. */
export function SpendingLine({ spending }: { spending: Spending }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const { limit, left, currency } = spending;
  if (limit === null || left === null) return null;
  return (
    <p className="text-13 text-ink-2">
      <Link to={`${pathTo('settings')}#spending`} className="underline underline-offset-4 hover:text-ink">
        {say('payments.order.limit', { left: format.money(left, currency), limit: format.money(limit, currency) })}
      </Link>
    </p>
  );
}
