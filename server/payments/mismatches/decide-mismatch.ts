import { randomUUID } from 'node:crypto';

import type { Transaction } from '../../platform/database/database.ts';
import { type StaffContext, recordAct } from '../../staff/staff.ts';
import { type PaymentRow, checkNow, findPayment, insertProviderPayment, lockPayment } from '../queries.ts';
import { type MismatchRow, acceptPaid, findMismatch, listMismatches, lockMismatch, moveMismatch } from './queries.ts';

const listMax = 200;

type Decide = (context: StaffContext, tx: Transaction, row: MismatchRow, order: PaymentRow) => Promise<boolean>;

export type Decision = 'accept' | 'pay-back' | 'paid';

/** Each returns false if its decision is not possible in this state. */
const decisions: Record<Decision, Decide> = {
  accept: async (context, tx, row, order) => {
    const { member_id: memberId, payment_id: paymentId, mismatch_id: mismatchId } = row;
    if (row.state !== 'open' || !isAcceptable(row, order)) return false;
    await recordAct(context, tx, { act: 'mismatches-accept', about: mismatchId });
    await tx.run(moveMismatch, { mismatchId, state: 'accepted', refundKey: null, now: context.clock.now() });
    const { amount, profile, provider_payment_id: providerPaymentId } = row;
    await tx.run(acceptPaid, { memberId, paymentId, amount, profile, providerPaymentId });
    // The order may be attached to another payment, which its buyer did not use.
    await tx.run(insertProviderPayment, { provider: row.provider, providerPaymentId, memberId, paymentId });
    // The order completes like any other, when the provider is asked next.
    await tx.run(checkNow, { memberId, paymentId });
    return true;
  },
  'pay-back': async (context, tx, row) => {
    const { mismatch_id: mismatchId } = row;
    if (row.state !== 'open') return false;
    await recordAct(context, tx, { act: 'mismatches-pay', about: mismatchId });
    const now = context.clock.now();
    await tx.run(moveMismatch, { mismatchId, state: 'paying_back', refundKey: randomUUID(), now });
    await context.jobs.add(tx, 'pay-back-mismatch', { mismatch_id: mismatchId });
    return true;
  },
  paid: async (context, tx, row) => {
    const { member_id: memberId, payment_id: paymentId, mismatch_id: mismatchId } = row;
    if (row.state !== 'by_hand') return false;
    await recordAct(context, tx, { act: 'mismatches-paid', about: mismatchId });
    await tx.run(moveMismatch, { mismatchId, state: 'paid_by_hand', refundKey: null, now: context.clock.now() });
    await tx.run(checkNow, { memberId, paymentId });
    return true;
  },
};

/** Decides a mismatch; false if there is none, or if its state does not allow the decision. */
export async function decideMismatch(
  context: StaffContext,
  { mismatchId, decision }: { mismatchId: MismatchId; decision: Decision },
): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const known = await tx.first(findMismatch, { mismatchId });
    if (!known) return false;
    // In the order in which settling locks both.
    const { member_id: memberId, payment_id: paymentId } = known;
    const order = await tx.first(lockPayment, { memberId, paymentId });
    const row = await tx.first(lockMismatch, { mismatchId });
    return order && row ? decisions[decision](context, tx, row, order) : false;
  });
}

/** Refuses test money, another currency, more than the price, and a second payment beside an accepted one. */
export function isAcceptable(row: MismatchRow, order: PaymentRow): boolean {
  if (order.mismatch === 'accepted') return false;
  const isPrice = row.currency === order.currency && row.amount > order.fee && row.amount <= order.amount + order.fee;
  return order.status === 'mismatch' && isPrice && !row.wrong.split(', ').includes('mode');
}

export interface OpenMismatch {
  row: MismatchRow;
  order: PaymentRow;
}

/** Lists the open mismatches. `count` includes those whose order is gone. */
export async function listOpenMismatches(context: StaffContext): Promise<{ count: number; open: OpenMismatch[] }> {
  const { database } = context;
  await database.transaction((tx) => recordAct(context, tx, { act: 'mismatches-list' }));
  const rows = await database.all(listMismatches, { limit: listMax });
  const open: OpenMismatch[] = [];
  for (const row of rows) {
    const order = await database.first(findPayment, { memberId: row.member_id, paymentId: row.payment_id });
    if (order) open.push({ row, order });
  }
  return { count: rows.length, open };
}
