import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { methodsRefundedByHand } from '../../../contract/payments/payment-methods.ts';
import type { Withdrawal } from '../../../contract/withdrawal/operations.ts';
import { oneLine } from '../../platform/text/one-line.ts';
import { toDecimal } from '../money.ts';
import type { PaymentRow } from '../queries.ts';
import { computeNotReturned } from '../rules.ts';
import type { WithdrawalOffer } from './confirm-withdrawal.ts';
import type { RequestRow } from './queries.ts';
import { daysLeft, refundDueAt } from './rules.ts';

export function presentWithdrawal(row: PaymentRow, offer: WithdrawalOffer): Withdrawal {
  const { latest } = offer;
  const active = latest && latest.state !== 'failed' ? latest : undefined;
  return {
    payment: row.payment_id,
    bought_at: row.created_at.toISOString(),
    credits: row.credits,
    unused: active?.credits ?? offer.unused,
    price: row.amount + row.fee,
    amount: active?.amount ?? offer.amount,
    currency: row.currency,
    whole: row.begun_at === null,
    by_hand: active?.state === 'by_hand' || methodsRefundedByHand.includes(row.method),
    last_day: offer.lastDay,
    ends_at: offer.endsAt.toISOString(),
    state: deriveState(row, offer),
    failed: latest?.state === 'failed',
    declared_at: active?.declared_at.toISOString() ?? null,
  };
}

function deriveState(row: PaymentRow, { latest, inTime, amount }: WithdrawalOffer): Withdrawal['state'] {
  if (latest && latest.state !== 'failed') return latest.state;
  // All of it went back by other means.
  if (row.refunded + row.charged_back >= row.amount + row.fee) return 'refunded';
  if (!inTime) return 'expired';
  return amount > 0 ? 'open' : 'used_up';
}

export function requestLine(row: RequestRow, now: Date): string {
  const due = dueWords(refundDueAt(row.received_at), now);
  const link = row.state === 'asked' ? '  link not used' : '';
  const [email, name, number, day, words] = [
    row.email,
    row.name,
    row.order_number,
    row.ordered_on,
    row.declaration,
  ].map(oneLine);
  return `${row.request_id}  ${due}${link}  ${row.received_at.toISOString()}  ${email}  ${name}  order ${number || '-'} of ${day || '-'}  ${words}`;
}

export function taskLine(
  row: PaymentRow,
  withdrawal: { withdrawal_id: WithdrawalId; amount: number; declared_at: Date },
  dueAt: Date,
  now: Date,
): string {
  const money = `${toDecimal(Math.min(withdrawal.amount, computeNotReturned(row)))} ${row.currency}`;
  return `${withdrawal.withdrawal_id}  ${dueWords(dueAt, now)}  ${withdrawal.declared_at.toISOString()}  ${money}  ${row.method}  order ${formatOrderNumber(row.payment_id)}  member ${row.member_id}`;
}

function dueWords(dueAt: Date, now: Date): string {
  const days = daysLeft(dueAt, now);
  return days > 0 ? `${inDays(days)} left` : `OVERDUE by ${inDays(1 - days)}`;
}

function inDays(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
