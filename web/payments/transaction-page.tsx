import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { useParams } from 'react-router';

import { applyToCaches } from '../cache/apply-to-caches.ts';
import { CallError } from '../call.ts';
import { definePage } from '../page.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Title } from '../shell/title.tsx';
import { WayBack } from '../shell/way-back.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { paymentQuery } from './payments-queries.ts';
import { TransactionResult } from './transaction-result.tsx';

const pollEveryMs = 2_000;

const page = definePage('transactions-id', {
  parts: ['payments'],
  load: async ({ ensure, params }) => {
    try {
      await ensure(paymentQuery(params['id']));
    } catch (error) {
      // Without an id this is the latest payment; there may be none yet.
      if (params['id'] || !(error instanceof CallError) || error.code !== 'payment.not-found') throw error;
    }
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The state of a payment, asked again while it is on its way. Only the server can make it completed. */
export default function TransactionPage(): ReactElement {
  const say = useSay();
  const { id } = useParams();
  const queries = useQueryClient();
  const { data, error, isPending } = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) =>
      state.data && ['loading', 'pending'].includes(state.data.payment.status) ? pollEveryMs : false,
    retry: false,
  });
  const status = data?.payment.status;
  useEffect(() => {
    if (status === 'completed') applyToCaches(queries, { type: 'payment-completed' });
  }, [status, queries]);
  return (
    <div className="mx-auto grid w-full max-w-[560px] gap-5 px-4 pt-8 pb-12 md:pt-12">
      <Title>{say('payments.result.title')}</Title>
      <div className="-mt-4 md:mt-0">
        <WayBack fallback={pathTo('credits')} />
        <h1 className="sr-only">{say('payments.result.title')}</h1>
      </div>
      {data && <TransactionResult own={data} />}
      {isPending && !error && (
        <Card>
          <Loading label={say('common.loading')}>
            <Skeleton className="h-56 rounded-photo" />
          </Loading>
        </Card>
      )}
      {error && !data && (
        <EmptyState
          title={say('payments.result.none')}
          action={<LinkButton to={pathTo('credits')}>{say('payments.premium.choose')}</LinkButton>}
        >
          {say('payments.result.none-detail')}
        </EmptyState>
      )}
    </div>
  );
}
