import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { Form, Link, useActionData, useNavigation, useParams } from 'react-router';

import { errorText } from '../errors.ts';
import { newKey } from '../idempotency-key.ts';
import { CallError } from '../call.ts';
import { definePage, notFound } from '../page.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Title } from '../shell/title.tsx';
import { WayBack } from '../shell/way-back.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { MethodCards } from './method-cards.tsx';
import { methodRows } from './method-rows.ts';
import { MissingMethods } from './missing-methods.tsx';
import { type RefusedOrder, orderAction } from './order-action.ts';
import { OrderSummary } from './order-summary.tsx';
import { bundlesQuery, quoteQuery } from './payments-queries.ts';
import { StoreCardBox } from './store-card-box.tsx';
import { useMethod } from './use-method.ts';

const page = definePage('credits-id-paymentmethod', {
  parts: ['payments', 'discounts'],
  load: async ({ ensure, params }) => {
    try {
      await Promise.all([ensure(bundlesQuery()), ensure(quoteQuery({ bundle: params['id'] ?? '' }))]);
    } catch (error) {
      if (error instanceof CallError && error.code === 'bundle.not-found') notFound('bundle.not-found');
      throw error;
    }
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;
export const action = orderAction;

/** The confirmation of one bundle as a page of its own: payment method, summary and button. Works without JavaScript. */
export default function OrderPage(): ReactElement {
  const say = useSay();
  const { id = '', paymentmethod } = useParams();
  const { data: quote } = useSuspenseQuery(quoteQuery({ bundle: id }));
  const title = say('payments.order.title', { count: quote.credits });
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
      <Confirmation key={`${id} ${paymentmethod}`} bundle={id} wanted={paymentmethod} />
    </div>
  );
}

function Confirmation({ bundle, wanted }: { bundle: string; wanted: string | undefined }): ReactElement {
  const say = useSay();
  const { data: offer } = useSuspenseQuery(bundlesQuery());
  const { data: quote, refetch } = useSuspenseQuery(quoteQuery({ bundle }));
  const refused = useActionData<RefusedOrder>();
  const busy = useNavigation().formMethod === 'POST';
  const [key] = useState(newKey);
  const [method, setMethod] = useMethod(offer.paymentmethods, wanted);
  useEffect(() => {
    if (refused) void refetch();
  }, [refused, refetch]);
  return (
    <Form method="post" className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_420px] lg:items-start lg:gap-x-8">
      {/* The server's key stays when the page comes to life: attributes are not patched. */}
      <input type="hidden" name="key" value={key} readOnly suppressHydrationWarning />
      <input type="hidden" name="bundle" value={bundle} />
      <input type="hidden" name="total" value={quote.total} />
      <input type="hidden" name="discount_code" value={quote.discount?.code ?? ''} />
      <div className="grid min-w-0 gap-8">
        {refused && <Alert tone="danger">{errorText(say, refused.failure)}</Alert>}
        {offer.paymentmethods.length === 0 ? (
          <Alert tone="info">{say('payments.no-methods')}</Alert>
        ) : (
          <MethodCards rows={methodRows(offer.paymentmethods, wanted)} value={method} onChange={setMethod} />
        )}
        <MissingMethods of={offer} />
      </div>
      <Card as="section" aria-labelledby="order" className="grid gap-4 lg:sticky lg:top-24">
        <h2 id="order" className="speak text-20">
          {say('payments.order')}
        </h2>
        <OrderSummary quote={quote} />
        <StoreCardBox method={method} />
        <Button type="submit" wide busy={busy} busyLabel={say('payments.order.busy')} disabled={!method}>
          {/* A direct debit needs a mandate, which the next page asks for. */}
          {say(method === 'sepa_direct_debit' ? 'payments.result.continue' : 'payments.order.submit')}
        </Button>
      </Card>
    </Form>
  );
}
