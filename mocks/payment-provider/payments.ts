import { writeMoment } from './errors.ts';
import { ApiError, fromMinor, readAmount, readFields, toMinor, type Amount, unprocessable } from '../shared/fields.ts';
import { applyMeans } from './mandates.ts';
import { findMethod } from '../shared/pay-page.ts';
import { isUnderWay, type PaymentStatus } from '../shared/payments.ts';
import { availableMethods } from './methods.ts';
import {
  type BankReason,
  type PlannedStep,
  type RefundStatus,
  type Sandbox,
  type StatusMoment,
  type StoredChargeback,
  type StoredMandate,
  type StoredPayment,
  type StoredRefund,
} from './store.ts';
import { randomId } from '../shared/ids.ts';
import { paymentDetails } from './cards.ts';

const momentFields: Partial<Record<PaymentStatus, keyof StatusMoment>> = {
  paid: 'paidAt',
  canceled: 'canceledAt',
  failed: 'failedAt',
  expired: 'expiredAt',
  authorized: 'authorizedAt',
};

/** Expires the payment if it is overdue. */
export function findPayment(sandbox: Sandbox, id: string): StoredPayment | undefined {
  const payment = sandbox.store.payments.get(id);
  if (payment) expireIfDue(sandbox, payment);
  return payment;
}

/** Throws 404. */
export function getPayment(sandbox: Sandbox, id: string): StoredPayment {
  const payment = findPayment(sandbox, id);
  if (!payment) throw new ApiError(404, `No payment exists with token ${id}.`);
  return payment;
}

/** Sets any status, whatever the old one. `means` is the test card or the IBAN that pays; by default, a new one. */
export function setStatus(sandbox: Sandbox, payment: StoredPayment, status: PaymentStatus, means?: string): void {
  const key = momentFields[status];
  payment.status = status;
  payment.moment = key ? { [key]: writeMoment(sandbox.now()) } : {};
  if (status === 'paid' || status === 'authorized')
    payment.method ??= availableMethods(payment.amount, { sequence: payment.sequenceType })[0]?.id ?? null;
  if (!isUnderWay(payment)) payment.plan = payment.plan.filter((step) => step.status === 'chargeback');
  applyMeans(sandbox, payment, means);
  sandbox.store.touch();
}

export function expireIfDue(sandbox: Sandbox, payment: StoredPayment): void {
  if (payment.status !== 'open' || Date.parse(payment.expiresAt) > sandbox.now()) return;
  setStatus(sandbox, payment, 'expired');
  notify(sandbox, payment);
}

export function notify(sandbox: Sandbox, payment: StoredPayment): void {
  if (payment.webhookUrl !== null) void sandbox.webhooks.send(payment.id, payment.webhookUrl);
}

export function isCancelable(payment: StoredPayment): boolean {
  return isUnderWay(payment) && findMethod(payment.method)?.cancelable === true;
}

const sum = (amounts: readonly { amount: Amount }[]) =>
  amounts.reduce((total, { amount }) => total + toMinor(amount), 0);

export function refundedMinor(payment: StoredPayment): number {
  return sum(payment.refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled'));
}

export function chargedBackMinor(payment: StoredPayment): number {
  return sum(payment.chargebacks.filter(({ reversedAt }) => reversedAt === null));
}

/** Returns the amount that can still be refunded; never negative, even if a refunded amount was also charged back. */
export function getRefundable(payment: StoredPayment): Amount {
  const left = toMinor(payment.amount) - refundedMinor(payment) - chargedBackMinor(payment);
  return fromMinor(Math.max(0, left), payment.amount.currency);
}

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
    amount: readPart(payment, fields['amount'], getRefundable(payment)),
    description: typeof fields['description'] === 'string' ? fields['description'] : '',
    metadata: fields['metadata'] ?? null,
    status,
    createdAt: writeMoment(sandbox.now()),
  };
  payment.refunds.push(refund);
  return refund;
}

/** Charges back the rest, or with `amount` up to the full price, because banks ignore earlier refunds. */
export function createChargeback(
  sandbox: Sandbox,
  payment: StoredPayment,
  amount: unknown,
  reason: BankReason | null,
): StoredChargeback {
  if (payment.status !== 'paid') throw new ApiError(422, 'Only a paid payment can be charged back.');
  const highest = amount === undefined || amount === null ? getRefundable(payment) : payment.amount;
  const chargeback = {
    id: randomId('chb'),
    amount: readPart(payment, amount, highest),
    createdAt: writeMoment(sandbox.now()),
    reversedAt: null,
    reason,
  };
  payment.chargebacks.push(chargeback);
  return chargeback;
}

/** Returns one of a payment's refunds or chargebacks. Throws 404. */
export function getPart<Part extends { id: string; status?: RefundStatus }>(parts: readonly Part[], id: string): Part {
  const found = parts.find((candidate) => candidate.id === id);
  if (!found || found.status === 'canceled') throw new ApiError(404, `No refund or chargeback has the token ${id}.`);
  return found;
}

export function settleRefunds(sandbox: Sandbox, payment: StoredPayment): void {
  for (const refund of payment.refunds) {
    if (refund.status !== 'pending' || Date.parse(refund.createdAt) + refundMilliseconds > sandbox.now()) continue;
    refund.status = 'refunded';
    sandbox.store.touch();
    notify(sandbox, payment);
  }
}

const dayMilliseconds = 24 * 3600 * 1000;
const collectionDays = 2;
const transferReferenceDigits = 12;

const reasons: Readonly<Record<string, string>> = {
  AC01: 'Account identifier incorrect',
  AC04: 'Account closed',
  AM04: 'Insufficient funds',
  MD01: 'No valid mandate',
  MD06: 'Disputed authorized transaction',
  MS03: 'Reason not specified',
};

export function bankReason(code: string | undefined): BankReason | null {
  return code === undefined ? null : { code, description: reasons[code] ?? 'Reason not specified' };
}

export function planStep(sandbox: Sandbox, days: number, status: PlannedStep['status'], reason?: string): PlannedStep {
  return { at: writeMoment(sandbox.now() + days * dayMilliseconds), status, reason: bankReason(reason) };
}

const formatReference = (payment: StoredPayment, prefix: string) => {
  let digits = '';
  for (const letter of payment.id.slice(3)) digits += letter.charCodeAt(0) % 10;
  return [prefix, ...(digits.slice(0, transferReferenceDigits).match(/\d{4}/g) ?? [])].join('-');
};

export function describeTransfer(payment: StoredPayment): void {
  if (payment.method !== 'banktransfer') return;
  payment.details = {
    bankName: 'Sandbox Payments',
    bankAccount: 'NL53ABNA0627535577',
    bankBic: 'ABNANL2A',
    transferReference: formatReference(payment, 'RF12'),
  };
}

export function chargeMandate(sandbox: Sandbox, payment: StoredPayment, mandate: StoredMandate): void {
  payment.method ??= mandate.method;
  const { failure } = mandate;
  if (mandate.method === 'creditcard') {
    payment.details = paymentDetails(payment, mandate.details ?? {}, failure);
    setStatus(sandbox, payment, failure === null ? 'paid' : 'failed');
    return;
  }
  payment.details = {
    transferReference: formatReference(payment, 'SD49'),
    creditorIdentifier: 'NL08ZZZ502057730000',
    ...mandate.details,
    dueDate: planStep(sandbox, collectionDays, 'paid').at.slice(0, 10),
    signatureDate: mandate.signatureDate,
  };
  setStatus(sandbox, payment, 'pending');
  payment.plan = [planStep(sandbox, collectionDays, failure === null ? 'paid' : 'failed', failure ?? undefined)];
}

export function runPlan(sandbox: Sandbox, payment: StoredPayment): void {
  while (payment.plan[0] && Date.parse(payment.plan[0].at) <= sandbox.now()) {
    const [step, ...later] = payment.plan as [PlannedStep, ...PlannedStep[]];
    payment.plan = later;
    if (step.status === 'chargeback') {
      if (payment.status !== 'paid') continue;
      createChargeback(sandbox, payment, undefined, step.reason);
    } else {
      setStatus(sandbox, payment, step.status);
      if (step.reason) {
        const { code, description } = step.reason;
        payment.details = { ...payment.details, bankReasonCode: code, bankReason: description };
      }
    }
    sandbox.store.touch();
    notify(sandbox, payment);
  }
}
