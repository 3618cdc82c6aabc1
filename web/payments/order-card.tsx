import type { ReactElement, ReactNode } from 'react';

import type { Output } from '../../contract/index.ts';
import { useSay } from '../platform/sentences.tsx';
import { Card } from '../ui/card.tsx';
import { OrderSummary } from './order-summary.tsx';

export const orderColumns = 'grid gap-6 lg:grid-cols-[minmax(0,1fr)_420px] lg:items-start lg:gap-x-8';

export interface OrderCardProps {
  quote: Output<'quoteOrder'>;
  aside?: ReactNode;
  children?: ReactNode;
}

/** The order on a page; on wide windows it stays in view. */
export function OrderCard({ quote, aside, children }: OrderCardProps): ReactElement {
  const say = useSay();
  return (
    <Card as="section" aria-labelledby="order" className="grid gap-4 lg:sticky lg:top-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="order" className="speak text-20">
          {say('payments.order')}
        </h2>
        {aside}
      </div>
      <OrderSummary quote={quote} />
      {children}
    </Card>
  );
}
