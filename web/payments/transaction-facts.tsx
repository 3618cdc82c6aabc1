import type { ReactElement, ReactNode } from 'react';

import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import type { Payment } from '../../contract/payments/operations.ts';
import { useFormat } from '../platform/format.ts';
import { LocalTime } from '../platform/local-time.tsx';
import { useSay } from '../platform/sentences.tsx';
import { WithdrawalLink } from '../withdrawal/withdrawal-link.tsx';
import { MethodLine } from './method-line.tsx';
import { ReceiptLink } from './order-list.tsx';
import { PaymentStateLabel } from './payment-state-label.tsx';
import { canBeWithdrawn } from './payment-state.ts';

/** The facts of an order, as support asks for them. */
export function TransactionFacts({ payment }: { payment: Payment }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const money = (minor: number): string => format.money(minor, payment.currency);
  return (
    <div className="mt-2 grid w-full gap-4 border-t border-line pt-5 text-left text-13">
      <dl className="grid gap-2">
        <Line label={say('payments.result.amount')}>{money(payment.amount + payment.transaction_fee)}</Line>
        {payment.vat_rate > 0 && (
          <Line
            label={say('payments.order.vat', { tax: payment.tax, percent: format.percent(payment.vat_rate / 10_000) })}
          >
            {money(payment.vat_amount)}
          </Line>
        )}
        {payment.reversed > 0 && <Line label={say('payments.result.paid-back')}>{money(payment.reversed)}</Line>}
        <Line label={say('payments.statement.credits')}>{format.number(payment.credits)}</Line>
        <Line label={say('payments.result.method')}>
          <MethodLine of={payment.paymentmethod} />
        </Line>
        <Line label={say('payments.result.date')}>
          <LocalTime at={payment.created_at} write={format.dateTime} />
        </Line>
        <Line label={say('payments.result.number')}>{formatOrderNumber(payment.payment_id)}</Line>
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PaymentStateLabel of={payment} />
        {payment.receipt !== null && <ReceiptLink payment={payment} number={payment.receipt} />}
        {canBeWithdrawn(payment) && <WithdrawalLink payment={payment.payment_id} />}
      </div>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex items-center justify-between gap-6">
      <dt className="shrink-0 text-ink-3">{label}</dt>
      <dd className="text-right font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
