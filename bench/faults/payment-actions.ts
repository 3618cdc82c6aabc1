import { setTimeout as wait } from 'node:timers/promises';

import { persist } from './client.ts';
import type { Random } from './random.ts';
import { type RoundContext, reportViolation, callAs } from './round-context.ts';
import { type PaymentOutcome, type TestMember, type Purchase, paymentOutcomes } from './model.ts';

const bundles = ['small', 'medium', 'grand'];
/** Amount of a partial refund, in minor units. */
const partMinor = 40;
const reversedLater = new Set<PaymentOutcome>([
  'paid-then-refunded',
  'paid-then-charged-back',
  'refunded-then-charged-back',
]);
const rankOf = { loading: 0, pending: 0, failed: 1, completed: 2 };

/** Orders a bundle, reads the payment a few times, and plays the buyer's part at the provider. */
export async function buy(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const key = random.uuid();
  const paymentOutcome = random.chance(0.5) ? 'paid' : random.pick(paymentOutcomes);
  const blank = { paymentId: undefined, refused: undefined, credits: 0, amount: 0, reversed: 0, shown: [] };
  const purchase: Purchase = { key, buyer: me.id, paymentOutcome, ...blank, settled: Promise.resolve() };
  context.model.purchases.push(purchase);
  const order = { bundle: random.pick(bundles), paymentmethod: 'ideal', idempotency_key: key };
  const { outcome } = await persist(() => callAs(context, me, random, 'createPayment', order));
  if (!outcome) return reportViolation(context, 'stuck', `order ${key} was never answered`);
  if (!outcome.ok) {
    purchase.refused = outcome.code;
    return reportViolation(context, 'order', `order ${key} was refused: ${outcome.code}`);
  }
  const { payment_id: paymentId, credits, amount } = outcome.body.payment;
  Object.assign(purchase, { paymentId, credits, amount });
  purchase.settled = visitProvider(context, paymentId, purchase, random.fork('provider'));
  purchase.settled.catch((error: unknown) =>
    reportViolation(context, 'stuck', `the buyer of ${paymentId}: ${String(error)}`),
  );
  for (let look = random.between(0, 3); look > 0; look -= 1) {
    await wait(random.between(0, 200));
    await readPayment(context, me, random, purchase);
  }
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
  const last = purchase.shown.at(-1) as keyof typeof rankOf | undefined;
  if (last !== undefined && rankOf[status] < rankOf[last])
    reportViolation(context, 'no-way-back', `payment ${purchase.paymentId} was ${last} and is shown as ${status}`);
  purchase.shown.push(status);
}

/** Plays the buyer at the provider, through the control API. */
async function visitProvider(
  context: RoundContext,
  paymentId: string,
  purchase: Purchase,
  random: Random,
): Promise<void> {
  const { environment } = context;
  const { paymentOutcome } = purchase;
  const id = await providerIdOf(context, paymentId);
  await wait(random.between(0, 500));
  if (random.chance(0.3)) await postFalseNotice(context, id);
  const set = (status: string): Promise<unknown> =>
    environment.control('PUT', `/control/payments/${id}`, { status, webhooks: drawNotices(random) });
  const reverse = async (how: 'refund' | 'chargeback', minor: number): Promise<void> => {
    const amount = { currency: 'EUR', value: (minor / 100).toFixed(2) };
    await environment.control('POST', `/control/payments/${id}/${how}`, { amount });
    purchase.reversed += minor;
  };
  if (paymentOutcome === 'open') return;
  if (paymentOutcome === 'failed-then-paid') {
    await set('failed');
    await wait(random.between(0, 500));
    await set('paid');
  } else if (paymentOutcome === 'refunded') {
    environment.providerProxy.freeze(id, true);
    await environment.control('PUT', `/control/payments/${id}`, { status: 'paid', webhooks: { times: 0 } });
    await reverse('refund', partMinor);
    // Let answers from before the refund reach the proxy while the payment is still frozen.
    await wait(100);
    environment.providerProxy.freeze(id, false);
  } else if (reversedLater.has(paymentOutcome)) {
    await set('paid');
    await untilCompleted(context, paymentId);
    if (paymentOutcome !== 'paid-then-charged-back') await reverse('refund', partMinor);
    await wait(random.between(0, 500));
    if (paymentOutcome !== 'paid-then-refunded') await reverse('chargeback', purchase.amount);
  } else await set(paymentOutcome);
}

/** Draws how the webhook is delivered: not at all, once, up to twenty times, or late. */
function drawNotices(random: Random): { times: number; delay_ms: number } {
  const times = random.pick([0, 0, 1, 1, random.between(2, 20)]);
  return { times, delay_ms: random.pick([0, random.between(0, 800), random.between(800, 4_000)]) };
}

/** Posts a forged webhook that claims the payment is paid. */
async function postFalseNotice({ environment }: RoundContext, id: string): Promise<void> {
  const body = new URLSearchParams({ id, status: 'paid', paid: 'true' });
  const url = `http://${environment.app.address}/api/payment-webhook.php?provider=mollie`;
  // The app may be down; a lost forgery does not matter.
  await fetch(url, { method: 'POST', body }).catch(() => undefined);
}

const buyerTimeoutMs = 180_000;

/** The provider's id of a payment. Some orders reach the provider only when the reconciler retries them. */
async function providerIdOf({ environment }: RoundContext, paymentId: string): Promise<string> {
  for (let waited = 0; waited < buyerTimeoutMs; waited += 50) {
    const [id] = environment.providerProxy.made(paymentId);
    if (id !== undefined) return id;
    await wait(50);
  }
  throw new Error('the order never reached the provider');
}

async function untilCompleted({ environment }: RoundContext, paymentId: string): Promise<void> {
  for (let waited = 0; waited < buyerTimeoutMs; waited += 100) {
    const [row] = await environment.sql<{ status: string }>('select status from payments where payment_id = $1', [
      paymentId,
    ]);
    if (row?.status === 'completed') return;
    await wait(100);
  }
  throw new Error('the payment was never completed');
}
