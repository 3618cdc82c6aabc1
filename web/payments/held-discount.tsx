import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';

export function HeldDiscount({ by }: { by: PaymentId }): ReactElement {
  const say = useSay();
  return (
    <p className="rounded-photo bg-secondary-soft px-4 py-3 text-13 text-on-secondary-soft">
      {say('payments.order.held')}{' '}
      <Link to={pathTo('transactions-id', { id: by })} className="font-bold underline underline-offset-3">
        {say('payments.order.held-action')}
      </Link>
    </p>
  );
}
