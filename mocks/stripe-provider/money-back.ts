import { CallError, invalid, buildMissingError } from './errors.ts';
import { emit } from './events.ts';
import { findIntent } from './payments.ts';
import {
  add,
  listObjects,
  findObject,
  type Sandbox,
  type StoredCharge,
  type StoredDispute,
  type StoredIntent,
  type StoredPayment,
  type StoredRefund,
} from './types.ts';

function getPaidCharge(sandbox: Sandbox, payment: StoredPayment): { intent: StoredIntent; charge: StoredCharge } {
  const intent = findIntent(sandbox, payment);
  const charge = findObject(sandbox.store, 'charge', intent?.latest_charge ?? null);
  if (!intent || !charge || intent.status !== 'succeeded') {
    throw new CallError(400, 'This payment has no successful charge.', { code: 'payment_intent_unexpected_state' });
  }
  return { intent, charge };
}

const isUndone = ({ status }: StoredRefund) => status === 'failed' || status === 'canceled';

export const listRefunds = (sandbox: Sandbox, intent: StoredIntent) =>
  listObjects(sandbox.store, 'refund').filter(({ payment_intent: of }) => of === intent.id);

export const listDisputes = (sandbox: Sandbox, intent: StoredIntent) =>
  listObjects(sandbox.store, 'dispute').filter(({ payment_intent: of }) => of === intent.id);

/** Returns what can still be paid back, in minor units. */
function getRefundable(sandbox: Sandbox, { intent, charge }: ReturnType<typeof getPaidCharge>): number {
  return Math.max(0, charge.amount - charge.amount_refunded - sumDisputed(sandbox, intent));
}

export function sumDisputed(sandbox: Sandbox, intent: StoredIntent): number {
  return listDisputes(sandbox, intent).reduce((sum, { status, amount }) => sum + (isLoss(status) ? amount : 0), 0);
}

const isLoss = (status: string) => !status.startsWith('warning_') && status !== 'won' && status !== 'prevented';

/** Refunds part of a paid payment, or the remaining amount. Throws 400 if the amount exceeds it. */
export function createRefund(
  sandbox: Sandbox,
  payment: StoredPayment,
  fields: { amount: number | null; metadata: Record<string, string>; status?: StoredRefund['status'] },
): StoredRefund {
  const { intent, charge } = getPaidCharge(sandbox, payment);
  const left = getRefundable(sandbox, { intent, charge });
  const amount = fields.amount ?? left;
  if (left === 0)
    throw new CallError(400, 'The charge has already been refunded.', { code: 'charge_already_refunded' });
  if (amount <= 0 || amount > left)
    throw invalid('amount', 'The amount is higher than what is left.', 'amount_too_large');
  const refund = add(sandbox, 're', {
    object: 'refund',
    amount,
    currency: charge.currency,
    metadata: fields.metadata,
    reason: 'requested_by_customer',
    status: fields.status ?? 'succeeded',
    charge: charge.id,
    payment_intent: intent.id,
  });
  sumRefunds(sandbox, intent, charge);
  return refund;
}

export function setRefund(sandbox: Sandbox, id: string, status: NonNullable<StoredRefund['status']>): StoredRefund {
  const refund = findObject(sandbox.store, 'refund', id);
  if (!refund) throw buildMissingError('refund', id);
  refund.status = status;
  const intent = findObject(sandbox.store, 'payment_intent', refund.payment_intent);
  const charge = findObject(sandbox.store, 'charge', refund.charge);
  if (intent && charge) sumRefunds(sandbox, intent, charge);
  return refund;
}

function sumRefunds(sandbox: Sandbox, intent: StoredIntent, charge: StoredCharge): void {
  const counted = listRefunds(sandbox, intent).filter((refund) => !isUndone(refund));
  charge.amount_refunded = counted.reduce((sum, { amount }) => sum + amount, 0);
  charge.refunded = charge.amount_refunded >= charge.amount;
}

/** Opens a dispute of the remaining amount or, with `amount`, up to the full one: banks ignore earlier refunds. */
export function createDispute(
  sandbox: Sandbox,
  payment: StoredPayment,
  fields: { amount: number | null; status: StoredDispute['status']; reason: string },
): StoredDispute {
  const { intent, charge } = getPaidCharge(sandbox, payment);
  const highest = fields.amount === null ? getRefundable(sandbox, { intent, charge }) : charge.amount;
  const amount = fields.amount ?? highest;
  if (amount <= 0 || amount > highest)
    throw invalid('amount', 'The amount is higher than the charge.', 'amount_too_large');
  charge.disputed = true;
  return add(sandbox, 'du', {
    object: 'dispute',
    amount,
    currency: charge.currency,
    is_charge_refundable: fields.status.startsWith('warning_'),
    livemode: charge.livemode,
    metadata: {},
    reason: fields.reason,
    status: fields.status,
    charge: charge.id,
    payment_intent: intent.id,
  });
}

export function setDispute(sandbox: Sandbox, id: string, status: StoredDispute['status']): StoredDispute {
  const dispute = findObject(sandbox.store, 'dispute', id);
  if (!dispute) throw buildMissingError('dispute', id);
  dispute.status = status;
  dispute.is_charge_refundable = status.startsWith('warning_');
  return dispute;
}

const over: ReadonlySet<string> = new Set(['won', 'lost', 'prevented', 'warning_closed']);

export const eventOfDispute = ({ status }: StoredDispute) =>
  over.has(status) ? 'charge.dispute.closed' : 'charge.dispute.updated';

/** Sends the events of a refund: about the refund, and about the charge if money was returned. */
export async function notifyRefund(sandbox: Sandbox, refund: StoredRefund, what: 'created' | 'updated'): Promise<void> {
  const charge = findObject(sandbox.store, 'charge', refund.charge);
  await emit(sandbox, `refund.${what}`, refund);
  if (what === 'created' && charge) await emit(sandbox, 'charge.refunded', charge);
  if (refund.status === 'failed') await emit(sandbox, 'refund.failed', refund);
}
