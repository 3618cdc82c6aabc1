import { writeMoment } from './clock.ts';
import { ApiError } from '../shared/api-error.ts';
import { applyMeans } from './mandates.ts';
import { availableMethods, findMethod } from './methods.ts';
import type { Method } from './methods.data.ts';
import { fromMinor, toMinor } from '../shared/money.ts';
import type { Sandbox } from './sandbox.ts';
import type { Amount } from '../shared/money.ts';
import type { PaymentStatus, StatusMoment, StoredPayment } from './types.ts';

const momentFields: Partial<Record<PaymentStatus, keyof StatusMoment>> = {
  paid: 'paidAt',
  canceled: 'canceledAt',
  failed: 'failedAt',
  expired: 'expiredAt',
  authorized: 'authorizedAt',
};

/** Finds a payment and expires it if it is overdue. Throws 404. */
export function getPayment(sandbox: Sandbox, id: string): StoredPayment {
  const payment = sandbox.store.payments.get(id);
  if (!payment) throw new ApiError(404, `No payment exists with token ${id}.`);
  expireIfDue(sandbox, payment);
  return payment;
}

/** Sets any status, whatever the old one. `means` is the test card or the IBAN that pays; by default, a new one. */
export function setStatus(sandbox: Sandbox, payment: StoredPayment, status: PaymentStatus, means?: string): void {
  const key = momentFields[status];
  payment.status = status;
  payment.moment = key ? { [key]: writeMoment(sandbox.now()) } : {};
  if (status === 'paid' || status === 'authorized') payment.method ??= offeredMethods(payment)[0]?.id ?? null;
  if (!isUnderWay(payment)) payment.plan = payment.plan.filter((step) => step.status === 'chargeback');
  applyMeans(sandbox, payment, means);
  sandbox.store.touch();
}

/** Expires an overdue open payment and sends a webhook. Runs when the payment is read and in the periodic sweep. */
export function expireIfDue(sandbox: Sandbox, payment: StoredPayment): void {
  if (payment.status !== 'open' || Date.parse(payment.expiresAt) > sandbox.now()) return;
  setStatus(sandbox, payment, 'expired');
  notify(sandbox, payment);
}

/** Sends one webhook in the background if the payment has a webhook URL. */
export function notify(sandbox: Sandbox, payment: StoredPayment): void {
  if (payment.webhookUrl !== null) void sandbox.webhooks.send(payment.id, payment.webhookUrl);
}

export function isUnderWay({ status }: StoredPayment): boolean {
  return status === 'open' || status === 'pending' || status === 'authorized';
}

/** True if a payment can be canceled: it is not paid yet, and its method allows it. */
export function isCancelable(payment: StoredPayment): boolean {
  return isUnderWay(payment) && findMethod(payment.method)?.cancelable === true;
}

/** Returns the methods that the pay page offers. */
export function offeredMethods(payment: StoredPayment): Method[] {
  const fitting = availableMethods(payment.amount, { sequence: payment.sequenceType });
  return payment.offeredMethods.length === 0
    ? fitting
    : fitting.filter((method) => payment.offeredMethods.includes(method.id));
}

const sum = (amounts: readonly { amount: Amount }[]) =>
  amounts.reduce((total, { amount }) => total + toMinor(amount), 0);

/** Returns the sum of all refunds that did not fail, in minor units. */
export function refundedMinor(payment: StoredPayment): number {
  return sum(payment.refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled'));
}

/** Returns the sum of all chargebacks that the bank did not reverse, in minor units. */
export function chargedBackMinor(payment: StoredPayment): number {
  return sum(payment.chargebacks.filter(({ reversedAt }) => reversedAt === null));
}

/** Returns the amount that can still be refunded; never negative, even if a refunded amount was also charged back. */
export function remaining(payment: StoredPayment): Amount {
  const left = toMinor(payment.amount) - refundedMinor(payment) - chargedBackMinor(payment);
  return fromMinor(Math.max(0, left), payment.amount.currency);
}
