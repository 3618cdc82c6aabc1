import { writeMoment } from './clock.ts';
import { ApiError } from './errors.ts';
import { randomId } from './ids.ts';
import { availableMethods, findMethod } from './methods.ts';
import type { Method } from './methods.data.ts';
import { fromMinor, toMinor } from './money.ts';
import type { Sandbox } from './sandbox.ts';
import type { Amount, PaymentStatus, StatusMoment, StoredPayment } from './types.ts';
import type { NewPayment } from './validate-payment.ts';

/** The one profile of the sandbox; payments carry it so that a receiver can tell its own from another's. */
export const sandboxProfileId = 'pfl_Tealight01';

const openMinutes = 60;
const momentOf: Partial<Record<PaymentStatus, keyof StatusMoment>> = {
  paid: 'paidAt',
  canceled: 'canceledAt',
  failed: 'failedAt',
  expired: 'expiredAt',
  authorized: 'authorizedAt',
};

/** Stores a new open payment and returns it; the caller flushes before it answers. */
export function createPayment(sandbox: Sandbox, fields: NewPayment): StoredPayment {
  const now = sandbox.now();
  const minutes = findMethod(fields.method)?.expiresAfterMinutes ?? openMinutes;
  const payment: StoredPayment = {
    id: randomId('tr'),
    mode: 'test',
    profileId: sandboxProfileId,
    createdAt: writeMoment(now),
    expiresAt: writeMoment(now + minutes * 60_000),
    status: 'open',
    moment: {},
    ...fields,
    refunds: [],
    chargebacks: [],
  };
  sandbox.store.payments.set(payment.id, payment);
  sandbox.store.touch();
  return payment;
}

/** The payment of an id, expired if its time is over; throws 404. */
export function getPayment(sandbox: Sandbox, id: string): StoredPayment {
  const payment = sandbox.store.payments.get(id);
  if (!payment) throw new ApiError(404, `No payment exists with token ${id}.`);
  expireIfDue(sandbox, payment);
  return payment;
}

/** Puts a payment into a status, whatever it was before. */
export function setStatus(sandbox: Sandbox, payment: StoredPayment, status: PaymentStatus): void {
  const key = momentOf[status];
  payment.status = status;
  payment.moment = key ? { [key]: writeMoment(sandbox.now()) } : {};
  if (status === 'paid' || status === 'authorized') payment.method ??= offeredMethods(payment)[0]?.id ?? null;
  sandbox.store.touch();
}

/** An open payment whose time is over expires, with a webhook, as soon as somebody looks or the sweep comes by. */
export function expireIfDue(sandbox: Sandbox, payment: StoredPayment): void {
  if (payment.status !== 'open' || Date.parse(payment.expiresAt) > sandbox.now()) return;
  setStatus(sandbox, payment, 'expired');
  notify(sandbox, payment);
}

/** Sends one webhook in the background, if the payment has an address for it. */
export function notify(sandbox: Sandbox, payment: StoredPayment): void {
  if (payment.webhookUrl !== null) void sandbox.webhooks.send(payment.id, payment.webhookUrl);
}

export function isUnderWay({ status }: StoredPayment): boolean {
  return status === 'open' || status === 'pending' || status === 'authorized';
}

/** While the buyer has not paid; a payment that waits for the bank only where the method can take it back. */
export function isCancelable(payment: StoredPayment): boolean {
  if (payment.status === 'pending') return findMethod(payment.method)?.cancelablePending === true;
  return isUnderWay(payment);
}

/** What the buyer may choose from on the pay page. */
export function offeredMethods(payment: StoredPayment): Method[] {
  const fitting = availableMethods(payment.amount);
  return payment.offeredMethods.length === 0
    ? fitting
    : fitting.filter((method) => payment.offeredMethods.includes(method.id));
}

const sum = (amounts: readonly { amount: Amount }[]) =>
  amounts.reduce((total, { amount }) => total + toMinor(amount), 0);

/** Minor units given back by refunds that did not fall through. */
export function refundedMinor(payment: StoredPayment): number {
  return sum(payment.refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled'));
}

export function chargedBackMinor(payment: StoredPayment): number {
  return sum(payment.chargebacks);
}

/** What can still be given back; never below zero, although a bank may charge back what was refunded already. */
export function remaining(payment: StoredPayment): Amount {
  const left = toMinor(payment.amount) - refundedMinor(payment) - chargedBackMinor(payment);
  return fromMinor(Math.max(0, left), payment.amount.currency);
}
