import { setTimeout as wait } from 'node:timers/promises';

import type { Payment } from '../../contract/payments/operations.ts';
import { visitProvider } from './buyer-visits.ts';
import { type Outcome, persist } from './client.ts';
import { type Purchase, type TestMember, paymentOutcomes } from './model.ts';
import type { Random } from './random.ts';
import { type RoundContext, callAs, reportViolation, runErrand } from './round-context.ts';

export const bundles = ['small', 'medium', 'grand'];
const statusRanks = { loading: 0, pending: 0, failed: 1, completed: 2 };

/** Adds an order to the model before it is placed. */
export function newPurchase(
  context: RoundContext,
  me: TestMember,
  random: Random,
  fields: Pick<Purchase, 'method' | 'paymentOutcome'> & Partial<Purchase>,
): Purchase {
  const purchase: Purchase = {
    key: random.uuid(),
    buyer: me.id,
    way: 'page',
    bundle: random.pick(bundles),
    named: undefined,
    testCard: undefined,
    paymentId: undefined,
    refused: undefined,
    credits: 0,
    listAmount: 0,
    amount: 0,
    discount: null,
    reversed: 0,
    withdrawal: undefined,
    offerUsed: false,
    card: undefined,
    unmade: false,
    cancelled: false,
    shown: [],
    ...fields,
  };
  context.model.purchases.push(purchase);
  return purchase;
}

/** Orders a bundle, reads the payment a few times, and plays the buyer at the provider. */
export async function buy(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const method = random.pick(['ideal', 'paypal'] as const);
  const purchase = newPurchase(context, me, random, { method, paymentOutcome: drawOutcome(random) });
  if (!(await placeOrder(context, me, random, purchase))) return;
  runErrand(
    context,
    `the buyer of ${purchase.paymentId}`,
    visitProvider(context, me, purchase, random.fork('provider')),
  );
  for (let look = random.between(0, 3); look > 0; look -= 1) {
    await wait(random.between(0, 200));
    await readPayment(context, me, random, purchase);
  }
}

export function drawOutcome(random: Random): Purchase['paymentOutcome'] {
  if (random.chance(0.4)) return 'paid';
  if (random.chance(0.2)) return random.pick(['left', 'left-then-paid'] as const);
  return random.chance(0.2) ? 'withdrawn' : random.pick(paymentOutcomes);
}

/**
 * Places an order, sometimes from two connections at once. Refusals with one of the `fine` codes are recorded; any
 * other is a violation. Returns whether the order was placed.
 */
export async function placeOrder(
  context: RoundContext,
  me: TestMember,
  random: Random,
  purchase: Purchase,
  fields: { store_card?: true; stored_card?: string } = {},
  fine: readonly string[] = [],
): Promise<boolean> {
  const { key, bundle, method, named } = purchase;
  const input = {
    bundle,
    paymentmethod: method,
    idempotency_key: key,
    begin_at_once: true,
    ...(named !== undefined && { discount_code: named }),
    ...fields,
  };
  const twins = random.chance(0.15) ? 2 : 1;
  const runs = await Promise.all(
    Array.from({ length: twins }, (_, twin) => {
      const own = random.fork(`twin-${twin}`);
      return persist(() => callAs(context, me, own, 'createPayment', input));
    }),
  );
  for (const { outcome, unknown } of runs) {
    if (outcome) recordOrder(context, purchase, outcome, fine);
    else reportViolation(context, 'stuck', `order ${key} was never answered: ${unknown.slice(-3).join(', ')}`);
  }
  return purchase.paymentId !== undefined;
}

function recordOrder(
  context: RoundContext,
  purchase: Purchase,
  outcome: Extract<Outcome<'createPayment'>, { known: true }>,
  fine: readonly string[],
): void {
  if (outcome.ok) return recordPayment(context, purchase, outcome.body.payment);
  purchase.refused = outcome.code;
  if (!fine.includes(outcome.code))
    reportViolation(context, 'order', `order ${purchase.key} was refused: ${outcome.code}`);
}

/** Records the payment of an order. Repeated calls must get the same answer. */
export function recordPayment(context: RoundContext, purchase: Purchase, payment: Payment): void {
  const { payment_id: paymentId, credits, amount, list_amount: listAmount, discount_code: discount } = payment;
  const known = purchase.paymentId;
  if (known !== undefined && (known !== paymentId || purchase.amount !== amount || purchase.discount !== discount))
    reportViolation(context, 'same-answer', `key ${purchase.key} was told ${known}, then ${paymentId}`);
  Object.assign(purchase, { paymentId, credits, amount, listAmount, discount });
}

/** Reads a payment. The status shown to the buyer must never go back. */
export async function readPayment(
  context: RoundContext,
  me: Pick<TestMember, 'token'>,
  random: Random,
  purchase: Purchase,
): Promise<void> {
  const { outcome } = await persist(() => callAs(context, me, random, 'getPayment', { id: purchase.paymentId ?? '' }));
  if (!outcome?.ok) return reportViolation(context, 'stuck', `payment ${purchase.paymentId} cannot be read`);
  const { status } = outcome.body.payment;
  const last = purchase.shown.at(-1) as keyof typeof statusRanks | undefined;
  if (last !== undefined && statusRanks[status] < statusRanks[last])
    reportViolation(context, 'no-way-back', `payment ${purchase.paymentId} was ${last} and is shown as ${status}`);
  purchase.shown.push(status);
}
