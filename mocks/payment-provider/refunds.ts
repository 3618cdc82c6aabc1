import { writeMoment } from './clock.ts';
import { ApiError, unprocessable } from './errors.ts';
import { randomId } from './ids.ts';
import { toMinor } from './money.ts';
import { notify, remaining } from './payments.ts';
import type { Sandbox } from './sandbox.ts';
import type { Amount, RefundStatus, StoredChargeback, StoredPayment, StoredRefund } from './types.ts';
import { readAmount, readFields } from './validate-payment.ts';

/** A refund asked for over the API is on its way for this long before it is `refunded`. */
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

/**
 * Gives back a part of a paid payment, or all that is left when `body` has no amount.
 * Throws 422 when the payment is not paid or the amount is higher than what is left.
 */
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
 * The bank takes a paid payment back: what is left of it or, with an amount, up to the whole of it; a bank does not ask
 * whether a part was refunded before. Throws 422 like a refund.
 */
export function createChargeback(sandbox: Sandbox, payment: StoredPayment, body: unknown): StoredChargeback {
  if (payment.status !== 'paid') throw new ApiError(422, 'Only a paid payment can be charged back.');
  const { amount } = readFields(body);
  const highest = amount === undefined || amount === null ? remaining(payment) : payment.amount;
  const chargeback = {
    id: randomId('chb'),
    amount: readPart(payment, amount, highest),
    createdAt: writeMoment(sandbox.now()),
  };
  payment.chargebacks.push(chargeback);
  sandbox.store.touch();
  return chargeback;
}

/** The refund of an id; throws 404. */
export function getRefund(payment: StoredPayment, id: string): StoredRefund {
  const refund = payment.refunds.find((candidate) => candidate.id === id);
  if (!refund) throw new ApiError(404, `No refund exists with token ${id}.`);
  return refund;
}

/** Lets refunds arrive whose time has come, with a webhook. */
export function settleRefunds(sandbox: Sandbox, payment: StoredPayment): void {
  for (const refund of payment.refunds) {
    if (refund.status !== 'pending' || Date.parse(refund.createdAt) + refundMilliseconds > sandbox.now()) continue;
    refund.status = 'refunded';
    sandbox.store.touch();
    notify(sandbox, payment);
  }
}
