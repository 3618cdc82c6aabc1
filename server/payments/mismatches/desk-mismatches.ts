import { randomUUID } from 'node:crypto';

import { isId } from '../../../contract/platform/id.ts';
import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import type { AppContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type AtDesk, recordAct } from '../../staff/staff.ts';
import { toDecimal } from '../money.ts';
import { type PaymentRow, checkNow, findPayment, insertProviderPayment, lockPayment } from '../queries.ts';
import { type MismatchRow, acceptPaid, findMismatch, listMismatches, lockMismatch, moveMismatch } from './queries.ts';

const help = [
  'npm run desk -- mismatches                   money that came for an order and does not match it',
  'npm run desk -- mismatches accept <id>       what was paid is enough: the order completes at that price',
  'npm run desk -- mismatches pay-back <id>     it goes back by the method that it was paid with',
  'npm run desk -- mismatches paid <id>         it was paid back by hand',
];

const listMax = 200;

type Decide = (
  context: AppContext & AtDesk,
  tx: Transaction,
  row: MismatchRow,
  order: PaymentRow,
) => Promise<string | undefined>;

/** Each action returns the line to print; undefined if it is not possible in this state. */
const actions: Record<'accept' | 'pay-back' | 'paid', Decide> = {
  accept: async (context, tx, row, order) => {
    const { member_id: memberId, payment_id: paymentId, mismatch_id: mismatchId } = row;
    if (row.state !== 'open' || !isAcceptable(row, order)) return undefined;
    await recordAct(context, tx, { act: 'mismatches-accept', about: mismatchId });
    await tx.run(moveMismatch, { mismatchId, state: 'accepted', refundKey: null, now: context.clock.now() });
    const { amount, profile, provider_payment_id: providerPaymentId } = row;
    await tx.run(acceptPaid, { memberId, paymentId, amount, profile, providerPaymentId });
    // The order may be attached to another payment, which its buyer did not use.
    await tx.run(insertProviderPayment, { provider: row.provider, providerPaymentId, memberId, paymentId });
    // The order completes like any other, when the provider is asked next.
    await tx.run(checkNow, { memberId, paymentId });
    return 'is accepted. The order completes within a minute.';
  },
  'pay-back': async (context, tx, row) => {
    const { mismatch_id: mismatchId } = row;
    if (row.state !== 'open') return undefined;
    await recordAct(context, tx, { act: 'mismatches-pay', about: mismatchId });
    const now = context.clock.now();
    await tx.run(moveMismatch, { mismatchId, state: 'paying_back', refundKey: randomUUID(), now });
    await context.jobs.add(tx, 'pay-back-mismatch', { mismatch_id: mismatchId });
    return 'is paid back. If its method cannot do that, it comes back to this list.';
  },
  paid: async (context, tx, row) => {
    const { member_id: memberId, payment_id: paymentId, mismatch_id: mismatchId } = row;
    if (row.state !== 'by_hand') return undefined;
    await recordAct(context, tx, { act: 'mismatches-paid', about: mismatchId });
    await tx.run(moveMismatch, { mismatchId, state: 'paid_by_hand', refundKey: null, now: context.clock.now() });
    await tx.run(checkNow, { memberId, paymentId });
    return 'is noted as paid back by hand.';
  },
};

/** Lists mismatches and decides about them. `say` prints a line. Returns the exit code. */
export async function deskMismatches(
  context: AppContext & AtDesk,
  [action = 'list', mismatchId = '']: string[],
  say: (line: string) => void,
): Promise<number> {
  if (action === 'list') return list(context, say);
  if (!isAction(action) || !isId(mismatchId)) {
    for (const line of help) say(line);
    return 1;
  }
  const done = await context.database.transaction(async (tx) => {
    const known = await tx.first(findMismatch, { mismatchId });
    if (!known) return undefined;
    // In the order in which settling locks both.
    const { member_id: memberId, payment_id: paymentId } = known;
    const order = await tx.first(lockPayment, { memberId, paymentId });
    const row = await tx.first(lockMismatch, { mismatchId });
    return order && row && actions[action](context, tx, row, order);
  });
  say(done === undefined ? `${mismatchId}: nothing waits here that this can be done with.` : `${mismatchId} ${done}`);
  return done === undefined ? 1 : 0;
}

function isAction(action: string): action is keyof typeof actions {
  return Object.hasOwn(actions, action);
}

/** Refuses test money, another currency, more than the price, and a second payment beside an accepted one. */
function isAcceptable(row: MismatchRow, order: PaymentRow): boolean {
  if (order.mismatch === 'accepted') return false;
  const isPrice = row.currency === order.currency && row.amount > order.fee && row.amount <= order.amount + order.fee;
  return order.status === 'mismatch' && isPrice && !row.wrong.split(', ').includes('mode');
}

async function list(context: AppContext & AtDesk, say: (line: string) => void): Promise<number> {
  const { database } = context;
  await database.transaction((tx) => recordAct(context, tx, { act: 'mismatches-list' }));
  const rows = await database.all(listMismatches, { limit: listMax });
  say(`Payments that do not match their order: ${rows.length}`);
  for (const row of rows) {
    const order = await database.first(findPayment, { memberId: row.member_id, paymentId: row.payment_id });
    if (order) say(lineOf(row, order));
  }
  return 0;
}

const stateWords: Partial<Record<MismatchRow['state'], string>> = {
  paying_back: 'being paid back',
  by_hand: 'TO BE PAID BACK BY HAND',
};

function lineOf(row: MismatchRow, order: PaymentRow): string {
  const { currency, wrong, provider, provider_payment_id: id } = row;
  const next = stateWords[row.state] ?? (isAcceptable(row, order) ? 'accept or pay back' : 'pay back');
  const back = row.returned > 0 ? `, ${toDecimal(row.returned)} returned` : '';
  const price = `${toDecimal(order.amount + order.fee)} ${order.currency}`;
  return `${row.mismatch_id}  ${next}  ${row.seen_at.toISOString()}  paid ${toDecimal(row.amount)} ${currency}${back} for ${price}  wrong: ${wrong}  ${provider} ${id}  order ${formatOrderNumber(order.payment_id)}  member ${row.member_id}`;
}
