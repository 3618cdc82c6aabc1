import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { Payment } from '../../contract/payments/operations.ts';
import { useFormat } from '../platform/format.ts';
import { LocalTime } from '../platform/local-time.tsx';
import { methodName } from './method-name.ts';
import { MethodSign } from './method-sign.tsx';
import { pathTo } from '../platform/route-table.ts';
import { RetryAlert } from '../platform/retry-alert.tsx';
import { useSay } from '../platform/sentences.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { PaymentStateLabel } from './payment-state-label.tsx';
import { paymentsQuery } from './payments-queries.ts';

/** Every order of the member, latest first, page by page, with its outcome. */
export function OrderList(): ReactElement {
  const say = useSay();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(paymentsQuery);
  const payments = data?.pages.flatMap((page) => page.payments) ?? [];
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

/** Opens the receipt of a payment. */
export function ReceiptLink({ payment, number }: { payment: Payment; number: string }): ReactElement {
  const say = useSay();
  return (
    <a
      href={`/api/receipt.php?payment=${payment.payment_id}`}
      className="font-semibold text-primary-ink underline underline-offset-4"
    >
      {say('payments.orders.receipt', { number })}
    </a>
  );
}
