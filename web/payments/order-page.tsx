import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Form, Link, useActionData, useNavigation, useParams } from 'react-router';

import { DiscountForm } from '../discounts/discount-field.tsx';
import { CallError } from '../platform/calls/call.ts';
import { newKey } from '../platform/calls/idempotency-key.ts';
import { errorText } from '../platform/calls/errors.ts';
import { definePage, notFound } from '../platform/pages/page.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { MethodCards, useMethod } from './method-cards.tsx';
import { type RefusedOrder, orderAction } from './order-action.ts';
import { OrderCode } from './order-code.tsx';
import { orderClientAction } from './order-client-action.ts';
import { isDecided, orderKey } from './order-key.ts';
import { OrderCard, orderColumns } from './order-summary.tsx';
import { bundlesQuery, orderPriceQuery } from './payments-queries.ts';
import { StoreCardBox } from './store-card-box.tsx';

const page = definePage('credits-id-paymentmethod', {
  parts: ['payments', 'discounts'],
  load: async ({ ensure, params }) => {
    try {
      await Promise.all([ensure(bundlesQuery()), ensure(orderPriceQuery({ bundle: params['id'] ?? '' }))]);
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
export const clientAction = orderClientAction;

export default function OrderPage(): ReactElement {
  const say = useSay();
  const { id = '', paymentmethod } = useParams();
  const { data: price } = useSuspenseQuery(orderPriceQuery({ bundle: id }));
  const change = (
    <Link to={pathTo('credits')} className="reach font-semibold text-primary-ink underline underline-offset-4">
      {say('payments.order.change')}
    </Link>
  );
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <PageHead title={say('payments.order.title', { count: price.credits })} back={pathTo('credits')} aside={change} />
      <DiscountForm />
      <Confirmation key={`${id} ${paymentmethod}`} bundle={id} wanted={paymentmethod} />
    </div>
  );
}

function Confirmation({ bundle, wanted }: { bundle: string; wanted: string | undefined }): ReactElement {
  const say = useSay();
  const client = useQueryClient();
  const [code, setCode] = useState<string>();
  const withCode = (entered?: string) => orderPriceQuery({ bundle, ...(entered && { discount_code: entered }) });
  const { data: offer } = useSuspenseQuery(bundlesQuery());
  const { data: price, refetch } = useSuspenseQuery(withCode(code));
  const refused = useActionData<RefusedOrder>();
  const busy = useNavigation().formMethod === 'POST';
  const [key, setKey] = useState(() => refused?.key ?? newKey());
  const [method, setMethod] = useMethod(offer.paymentmethods, wanted);
  const refusal = useRef<HTMLDivElement>(null);
  // On a phone, the button is far below.
  useEffect(() => void refusal.current?.scrollIntoView({ block: 'center' }), [refused]);
  useEffect(() => {
    setKey(orderKey());
    if (!refused || !isDecided(refused)) return;
    if (refused.failure.error.startsWith('code.')) setCode(undefined);
    else void refetch();
  }, [refused, refetch]);
  return (
    <Form method="post" className={orderColumns}>
      {/* The server's key until hydration. */}
      <input type="hidden" name="key" value={key} suppressHydrationWarning />
      <input type="hidden" name="bundle" value={bundle} />
      <input type="hidden" name="total" value={price.total} />
      <input type="hidden" name="request_version" value={price.request?.version ?? ''} />
      <input type="hidden" name="discount_code" value={price.discount?.code ?? ''} />
      <div className="grid min-w-0 gap-8">
        {refused && (
          <div ref={refusal}>
            <Alert tone="danger">{errorText(say, refused.failure)}</Alert>
          </div>
        )}
        <MethodCards offer={offer} wanted={wanted} value={method} onChange={setMethod} />
        <OrderCode
          bundle={bundle}
          discount={price.discount}
          code={code}
          onCode={setCode}
          load={(entered) => client.fetchQuery(withCode(entered))}
        />
      </div>
      <OrderCard price={price}>
        <StoreCardBox method={method} />
        <Button type="submit" wide busy={busy} busyLabel={say('payments.order.busy')} disabled={!method}>
          {/* A direct debit needs a mandate, which the next page asks for. */}
          {say(method === 'sepa_direct_debit' ? 'payments.result.continue' : 'payments.order.submit')}
        </Button>
      </OrderCard>
    </Form>
  );
}
