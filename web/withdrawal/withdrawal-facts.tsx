import type { ReactElement, ReactNode } from 'react';
import { queryOptions } from '@tanstack/react-query';

import type { Output } from '../../contract/index.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { callFrom, keys } from '../platform/calls/queries.ts';
import { useSay } from '../platform/sentences/sentences.tsx';

export function WithdrawalFacts({ of }: { of: Withdrawal }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const isOpen = of.state === 'open';
  return (
    <div className="grid gap-2">
      <dl className="grid gap-2 text-15">
        <Line label={say('payments.result.number')}>{formatOrderNumber(of.payment)}</Line>
        <Line label={say('payments.result.amount')}>{format.money(of.price, of.currency)}</Line>
        <Line label={say('payments.statement.credits')}>
          {say('withdrawal.unused', { unused: format.number(of.unused), count: format.number(of.credits) })}
        </Line>
        {of.amount > 0 && of.state !== 'expired' && (
          <Line label={say(of.state === 'refunded' ? 'payments.result.paid-back' : 'withdrawal.amount')}>
            <strong className="text-17">{format.money(of.amount, of.currency)}</strong>
          </Line>
        )}
      </dl>
      {isOpen && of.whole && <p className="text-13 text-ink-2">{say('withdrawal.whole')}</p>}
      {isOpen && !of.failed && (
        <p className="text-13 text-ink-2">{say('withdrawal.until', { date: format.day(of.last_day) })}</p>
      )}
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
      <dt className="text-ink-3">{label}</dt>
      <dd className="text-right font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

const movingEveryMs = 5_000;

/** The member's withdrawals, polled while a refund is in progress. */
export const withdrawalsQuery = queryOptions({
  queryKey: keys.withdrawals,
  queryFn: (context) => callFrom(context)('listWithdrawals', {}),
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.withdrawals.some((one) => one.state === 'confirmed' || one.state === 'refunding')
      ? movingEveryMs
      : false,
});

export type Withdrawal = Output<'listWithdrawals'>['withdrawals'][number];
