import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { Payment } from '../../contract/payments/operations.ts';
import { cx } from '../ui/cx.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { MethodLine } from './method-line.tsx';
import { methodRows } from './method-rows.ts';
import { bundlesQuery } from './payments-queries.ts';

/** After a failed payment: every other method, each one tap from the confirmation of the same bundle. */
export function OtherMethods({ payment }: { payment: Payment }): ReactElement {
  const say = useSay();
  const { data: offer } = useQuery(bundlesQuery());
  const { bundle, paymentmethod: tried } = payment;
  const rows = methodRows(offer?.paymentmethods ?? [], tried).filter(({ id }) => id !== tried);
  return (
    <section aria-labelledby="other-methods" className="grid w-full gap-3">
      <h2 id="other-methods" className="text-15 font-bold">
        {say('payments.result.retry')}
      </h2>
      <ul className="grid gap-2 min-[400px]:grid-cols-2">
        {[...rows.map(({ id }) => id), tried].map((id) => (
          <li key={id} className={cx(id === 'apple_pay' && 'apple-pay')}>
            <Link
              to={pathTo('credits-id-paymentmethod', { id: bundle, paymentmethod: id })}
              className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-input px-3.5 py-2 text-left text-13 leading-tight font-semibold inset-ring inset-ring-line hover:inset-ring-line-strong"
            >
              <MethodLine of={id} />
              {id === tried && <span className="text-12 font-medium text-ink-3">{say('common.retry')}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to={`${pathTo('credits')}?bundle=${encodeURIComponent(bundle)}`}
        className="justify-self-center text-13 font-semibold text-primary-ink underline underline-offset-4"
      >
        {say('payments.order.change')}
      </Link>
    </section>
  );
}
