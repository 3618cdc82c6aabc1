import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { Link, useNavigationType, useParams, useSearchParams } from 'react-router';

import type { Payment } from '../../contract/payments/operations.ts';
import { refetchEveryMs } from '../../contract/shell/limits.ts';
import { toId } from '../../contract/platform/id.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { LocalTime } from '../platform/sentences/local-time.tsx';
import { definePage } from '../platform/pages/page.ts';
import { RetryAlert } from '../platform/failure-alert.tsx';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { WayBack } from '../shell/back-button.tsx';
import { Title } from '../shell/title.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { WifiOff } from '../ui/icon.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { MethodSign, methodName } from './methods.tsx';
import { earlierFlag } from './order-key.ts';
import { isOpen, isSlow } from './payment-state.ts';
import { bundlesQuery, paymentQuery, paymentsQuery } from './payments-queries.ts';
import { PaymentStateLabel, ReceiptLink, TransactionResult } from './transaction-result.tsx';

const page = definePage('transactions-id', {
  parts: ['payments', 'repeat-orders'],
  load: async ({ ensure, ensurePages, params }) => {
    const id = params['id'];
    if (id === undefined) return ensurePages(paymentsQuery);
    const { payment } = await ensure(paymentQuery(toId(id)));
    if (payment.status === 'failed') await ensure(bundlesQuery());
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The page of a payment's state, or without an id of the order history. */
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
        <OnePayment key={id} id={toId(id)} />
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

const pollEveryMs = 2_000;
const pollLaterMs = 30_000;
/** About three minutes: buyers who have not paid by then take longer. */
const soonPolls = 90;

/** A settled payment may still be paid late or returned, so it is refetched. Only the server completes a payment. */
function OnePayment({ id }: { id: PaymentId }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const [query] = useSearchParams();
  const isEarlier = query.has(earlierFlag);
  const arrived = useNavigationType();
  const queries = useQueryClient();
  const { data, error, refetch, fetchStatus } = useQuery({
    ...paymentQuery(toId(id)),
    refetchInterval: ({ state }) => {
      const payment = state.data?.payment;
      if (!payment) return false;
      if (!isOpen(payment)) return refetchEveryMs;
      return isSlow(payment) || state.dataUpdateCount > soonPolls ? pollLaterMs : pollEveryMs;
    },
    retry: false,
  });
  const status = data?.payment.status;
  useEffect(() => {
    if (status === 'completed') applyToCaches(queries, { type: 'payment-completed' });
  }, [status, queries]);
  return (
    <>
      {fetchStatus === 'paused' && (
        <Alert tone="info" icon={WifiOff}>
          {say('payments.result.offline')}
        </Alert>
      )}
      {data && isEarlier && (
        <Alert tone="info">
          {say('payments.result.earlier', {
            amount: format.money(data.payment.amount + data.payment.transaction_fee, data.payment.currency),
          })}
        </Alert>
      )}
      {/* The pay page opens a whole page; a link within the site does not. */}
      {data && <TransactionResult own={data} mayBePaid={arrived === 'POP' && !isEarlier} />}
      {!data && !error && (
        <Card>
          <Loading label={say('common.loading')}>
            <Skeleton className="h-56 rounded-photo" />
          </Loading>
        </Card>
      )}
      {error && !data && <RetryAlert error={error} retry={refetch} />}
    </>
  );
}

function OrderList(): ReactElement {
  const say = useSay();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(paymentsQuery);
  const payments = data?.pages.flatMap((part) => part.payments) ?? [];
  return (
    <section className="grid gap-4" aria-label={say('payments.orders')}>
      {isPending && !error && <Skeleton className="h-40 rounded-photo" />}
      {error && <RetryAlert error={error} retry={refetch} />}
      {data && payments.length === 0 && (
        <EmptyState
          title={say('payments.result.none')}
          action={<LinkButton to={pathTo('credits')}>{say('payments.premium.choose')}</LinkButton>}
        >
          {say('payments.result.none-detail')}
        </EmptyState>
      )}
      {payments.length > 0 && (
        <ul className="grid gap-2.5">
          {payments.map((payment) => (
            <Order key={payment.payment_id} payment={payment} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="second" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say('common.more')}
        </Button>
      )}
    </section>
  );
}

function Order({ payment }: { payment: Payment }): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <li className="relative grid gap-x-4 gap-y-1.5 rounded-photo bg-surface px-4 py-3.5 inset-ring inset-ring-line hover:inset-ring-line-strong">
      <div className="flex items-baseline justify-between gap-4">
        {/* The whole card links to the payment; the receipt's link lies above it. */}
        <Link
          to={pathTo('transactions-id', { id: payment.payment_id })}
          className="speak text-20 outline-none before:absolute before:inset-0 before:rounded-photo focus-visible:before:outline-3 focus-visible:before:outline-offset-3 focus-visible:before:outline-focus"
        >
          {say('payments.bundle-credits', { count: payment.credits })}
        </Link>
        <b className="speak text-20 font-medium tabular-nums">
          {format.money(payment.amount + payment.transaction_fee, payment.currency)}
        </b>
      </div>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-2">
        <MethodSign of={payment.paymentmethod} size="sm" />
        {methodName(say, payment.paymentmethod)}
        <LocalTime at={payment.created_at} write={format.dateTime} className="text-ink-3" />
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-13">
        <PaymentStateLabel of={payment} />
        {payment.receipt !== null && (
          <span className="relative">
            <ReceiptLink payment={payment} number={payment.receipt} />
          </span>
        )}
      </div>
    </li>
  );
}
