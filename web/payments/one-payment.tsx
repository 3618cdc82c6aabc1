import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { refetchEveryMs } from '../../contract/shell/limits.ts';
import { type MethodKind, paymentMethods } from '../../contract/payments/payment-methods.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { useFormat } from '../platform/format.ts';
import { RetryAlert } from '../platform/retry-alert.tsx';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Card } from '../ui/card.tsx';
import { WifiOff } from '../ui/icon.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { earlierFlag } from './earlier-flag.ts';
import { isOpen } from './payment-state.ts';
import { paymentQuery } from './payments-queries.ts';
import { TransactionResult } from './transaction-result.tsx';

const pollEveryMs = 2_000;
const pollLaterMs = 30_000;
/** About three minutes: buyers who have not paid by then take longer. */
const soonPolls = 90;
const slowKinds: readonly MethodKind[] = ['transfer', 'debit'];

/**
 * The state of a payment: announced by the live channel, and polled often while open. A settled payment may still be
 * paid late or returned, so it is refetched like all data whose events might be missed. Only the server completes a
 * payment.
 */
export function OnePayment({ id }: { id: string }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const [query] = useSearchParams();
  const isEarlier = query.has(earlierFlag);
  const queries = useQueryClient();
  const { data, error, refetch, fetchStatus } = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) => {
      const payment = state.data?.payment;
      if (!payment) return false;
      if (!isOpen(payment)) return refetchEveryMs;
      const isSlow = slowKinds.includes(paymentMethods[payment.paymentmethod].kind);
      return isSlow || state.dataUpdateCount > soonPolls ? pollLaterMs : pollEveryMs;
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
      {data && <TransactionResult own={data} />}
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
