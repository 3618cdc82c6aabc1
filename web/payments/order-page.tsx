import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useParams } from 'react-router';

import { definePage, notFound } from '../page.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Title } from '../shell/title.tsx';
import { WayBack } from '../shell/way-back.tsx';
import { orderAction } from './order-action.ts';
import { OrderForm } from './order-form.tsx';
import { bundlesQuery } from './payments-queries.ts';

const page = definePage('credits-id-paymentmethod', {
  parts: ['payments'],
  load: async ({ ensure, params }) => {
    const offer = await ensure(bundlesQuery());
    if (!offer.bundles.some(({ id }) => id === params['id'])) notFound('bundle.not-found');
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;
export const action = orderAction;

/** The confirmation of one bundle: payment method, bill and button. */
export default function OrderPage(): ReactElement {
  const say = useSay();
  const { id, paymentmethod } = useParams();
  const { data: offer } = useSuspenseQuery(bundlesQuery());
  const bundle = offer.bundles.find((one) => one.id === id);
  const title = say('payments.order.title', { count: bundle?.credits ?? 0 });
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <Title>{title}</Title>
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 items-center gap-1">
          <WayBack fallback={pathTo('credits')} />
          <h1 className="speak text-26 md:text-34">{title}</h1>
        </div>
        <Link to={pathTo('credits')} className="font-semibold text-primary-ink underline underline-offset-4">
          {say('payments.order.change')}
        </Link>
      </header>
      <OrderForm bundle={id} method={paymentmethod} confirm />
    </div>
  );
}
