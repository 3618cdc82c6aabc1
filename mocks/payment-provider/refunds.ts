import { writeMoment } from './clock.ts';
import { ApiError, unprocessable } from '../shared/api-error.ts';
import { randomId } from './ids.ts';
import { toMinor } from '../shared/money.ts';
import { notify, remaining } from './payments.ts';
import type { Sandbox } from './sandbox.ts';
import type { Amount } from '../shared/money.ts';
import type { BankReason, RefundStatus, StoredChargeback, StoredPayment, StoredRefund } from './types.ts';
import { readAmount, readFields } from '../shared/fields.ts';

/** How long a refund made through the API stays `pending`, in milliseconds. */
const refundMilliseconds = 2000;

function readPart(payment: StoredPayment, value: unknown, highest: Amount): Amount {
  const amount = value === undefined || value === null ? highest : readAmount(value);
  if (amount.currency !== payment.amount.currency) {
    throw unprocessable('amount.currency', 'The currency is not the one of the payment.');
  }
  if (toMinor(amount) === 0 || toMinor(amount) > toMinor(highest)) {
    throw unprocessable('amount', 'The amount is higher than what is left of the payment.');
  }
  return amount;
}

/** Refunds part of a paid payment, by default the rest. Throws 422 if it is unpaid or the amount exceeds the rest. */
export function createRefund(sandbox: Sandbox, payment: StoredPayment, body: unknown, status: RefundStatus) {
  if (payment.status !== 'paid') throw new ApiError(422, 'Only a paid payment can be refunded.');
  const fields = readFields(body);
  const refund: StoredRefund = {
    id: randomId('re'),
    amount: readPart(payment, fields['amount'], remaining(payment)),
    description: typeof fields['description'] === 'string' ? fields['description'] : '',
    metadata: fields['metadata'] ?? null,
    status,
    createdAt: writeMoment(sandbox.now()),
  };
  payment.refunds.push(refund);
  sandbox.store.touch();
  return refund;
}

/**
 * Charges a paid payment back: the rest, or up to the full amount if `body` has an amount, because banks ignore earlier
 * refunds. `reason` is the bank's reason for returning a direct debit. Throws 422 in the same cases as `createRefund`.
 */
export function createChargeback(
  sandbox: Sandbox,
  payment: StoredPayment,
  body: unknown,
  reason: BankReason | null = null,
): StoredChargeback {
  if (payment.status !== 'paid') throw new ApiError(422, 'Only a paid payment can be charged back.');
  const { amount } = readFields(body);
  const highest = amount === undefined || amount === null ? remaining(payment) : payment.amount;
  const chargeback = {
    id: randomId('chb'),
    amount: readPart(payment, amount, highest),
    createdAt: writeMoment(sandbox.now()),
    reversedAt: null,
    reason,
  };
  payment.chargebacks.push(chargeback);
  sandbox.store.touch();
  return chargeback;
}

/** Finds a refund. Throws 404, also for a canceled refund. */
export function getRefund(payment: StoredPayment, id: string): StoredRefund {
  const refund = payment.refunds.find((candidate) => candidate.id === id);
  if (!refund || refund.status === 'canceled') throw new ApiError(404, `No refund exists with token ${id}.`);
  return refund;
}

/** Cancels a refund that has not been sent yet. Throws 404, or 422 if it has been sent. */
export function cancelRefund(sandbox: Sandbox, payment: StoredPayment, id: string): void {
  const refund = getRefund(payment, id);
  if (refund.status !== 'queued' && refund.status !== 'pending') {
    throw unprocessable('id', `The refund is ${refund.status} and cannot be canceled.`);
  }
  refund.status = 'canceled';
  sandbox.store.touch();
}

/** Finds a chargeback. Throws 404. */
export function getChargeback(payment: StoredPayment, id: string): StoredChargeback {
  const chargeback = payment.chargebacks.find((candidate) => candidate.id === id);
  if (!chargeback) throw new ApiError(404, `No chargeback exists with token ${id}.`);
  return chargeback;
}

/** Reverses a chargeback, as a bank does after a dispute that the shop won. */
export function reverseChargeback(sandbox: Sandbox, chargeback: StoredChargeback): void {
  chargeback.reversedAt ??= writeMoment(sandbox.now());
  sandbox.store.touch();
}

/** Completes the refunds that are due and sends a webhook for each. */
export function settleRefunds(sandbox: Sandbox, payment: StoredPayment): void {
  for (const refund of payment.refunds) {
    if (refund.status !== 'pending' || Date.parse(refund.createdAt) + refundMilliseconds > sandbox.now()) continue;
    refund.status = 'refunded';
    sandbox.store.touch();
    notify(sandbox, payment);
  }
}
