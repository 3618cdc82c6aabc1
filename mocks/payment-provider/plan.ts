import { writeMoment } from './clock.ts';
import { paymentDetails } from './cards.ts';
import { notify, setStatus } from './payments.ts';
import { createChargeback } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';
import type { BankReason, PlannedStep, StoredMandate, StoredPayment } from './types.ts';

const dayMilliseconds = 24 * 3600 * 1000;
/** How long a bank takes to collect a direct debit. */
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

export function bankReason(code: string): BankReason {
  return { code, description: reasons[code] ?? 'Reason not specified' };
}

export function planStep(sandbox: Sandbox, days: number, status: PlannedStep['status'], reason: string | null = null) {
  const at = writeMoment(sandbox.now() + days * dayMilliseconds);
  return { at, status, reason: reason === null ? null : bankReason(reason) };
}

const grouped = (payment: StoredPayment, prefix: string) => {
  let digits = '';
  for (const letter of payment.id.slice(3)) digits += letter.charCodeAt(0) % 10;
  return [prefix, ...(digits.slice(0, transferReferenceDigits).match(/\d{4}/g) ?? [])].join('-');
};

/** Adds the details that a new bank transfer shows to the buyer. */
export function describeTransfer(payment: StoredPayment): void {
  if (payment.method !== 'banktransfer') return;
  payment.details = {
    bankName: 'Sandbox Payments',
    bankAccount: 'NL53ABNA0627535577',
    bankBic: 'ABNANL2A',
    transferReference: grouped(payment, 'RF12'),
  };
}

/** Charges a mandate: a card is paid or fails at once, a direct debit is collected after two days. */
export function chargeMandate(sandbox: Sandbox, payment: StoredPayment, mandate: StoredMandate): void {
  payment.method ??= mandate.method;
  const { failure } = mandate;
  if (mandate.method === 'creditcard') {
    payment.details = paymentDetails(payment, mandate.details ?? {}, failure);
    setStatus(sandbox, payment, failure === null ? 'paid' : 'failed');
    return;
  }
  payment.details = {
    transferReference: grouped(payment, 'SD49'),
    creditorIdentifier: 'NL08ZZZ502057730000',
    ...mandate.details,
    dueDate: planStep(sandbox, collectionDays, 'paid').at.slice(0, 10),
    signatureDate: mandate.signatureDate,
  };
  setStatus(sandbox, payment, 'pending');
  payment.plan = [planStep(sandbox, collectionDays, failure === null ? 'paid' : 'failed', failure)];
}

/** Runs the steps of a payment that are due, each with a webhook. */
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
