import type { ReactElement } from 'react';
import { useParams } from 'react-router';

import { definePage } from '../platform/page.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Title } from '../shell/title.tsx';
import { WayBack } from '../shell/way-back.tsx';
import { OnePayment } from './one-payment.tsx';
import { OrderList } from './order-list.tsx';
import { bundlesQuery, paymentQuery, paymentsQuery } from './payments-queries.ts';

const page = definePage('transactions-id', {
  parts: ['payments', 'repeat'],
  load: async ({ ensure, ensurePages, params }) => {
    const id = params['id'];
    if (id === undefined) return ensurePages(paymentsQuery);
    const { payment } = await ensure(paymentQuery(id));
    // The other methods to choose from.
    if (payment.status === 'failed') await ensure(bundlesQuery());
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** With an id the state of a payment, without one the order history. */
export default function TransactionPage(): ReactElement {
  const say = useSay();
  const { id } = useParams();
  if (id !== undefined)
    return (
      <div className="mx-auto grid w-full max-w-[560px] gap-5 px-4 pt-8 pb-12 md:pt-12">
        <Title>{say('payments.result.title')}</Title>
        <div className="-mt-4 md:mt-0">
          <WayBack fallback={pathTo('transactions-id')} />
          <h1 className="sr-only">{say('payments.result.title')}</h1>
        </div>
        <OnePayment key={id} id={id} />
      </div>
    );
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <div className="grid max-w-[796px] gap-5">
        <PageHead title={say('payments.orders')} back={pathTo('credits')} intro={say('payments.orders.intro')} />
        <OrderList />
      </div>
    </div>
  );
}
