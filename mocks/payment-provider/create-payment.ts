import { writeMoment } from './clock.ts';
import { randomId } from './ids.ts';
import { mandateFor } from './mandates.ts';
import { findMethod } from './methods.ts';
import { chargeMandate, describeTransfer } from './plan.ts';
import type { Sandbox } from './sandbox.ts';
import type { StoredPayment } from './types.ts';
import type { NewPayment } from './validate-payment.ts';

/** The sandbox's only profile id. Payments carry it so that a receiver can recognize its own payments. */
export const sandboxProfileId = 'pfl_Tealight01';

const openMinutes = 60;

/**
 * Stores a new payment and returns it: open, or for a recurring payment with the outcome of charging its mandate. The
 * caller must flush the store before it responds.
 */
export function createPayment(sandbox: Sandbox, fields: NewPayment): StoredPayment {
  const now = sandbox.now();
  const minutes = findMethod(fields.method)?.expiresAfterMinutes ?? openMinutes;
  const mandate = mandateFor(sandbox, fields);
  const payment: StoredPayment = {
    id: randomId('tr'),
    mode: 'test',
    profileId: sandboxProfileId,
    createdAt: writeMoment(now),
    expiresAt: writeMoment(now + minutes * 60_000),
    status: 'open',
    moment: {},
    ...fields,
    mandateId: mandate?.id ?? null,
    details: null,
    plan: [],
    refunds: [],
    chargebacks: [],
  };
  sandbox.store.payments.set(payment.id, payment);
  describeTransfer(payment);
  if (mandate && payment.sequenceType === 'recurring') chargeMandate(sandbox, payment, mandate);
  sandbox.store.touch();
  return payment;
}
