import { setTimeout as wait } from 'node:timers/promises';

import { persist } from './client.ts';
import type { Random } from './random.ts';
import { type Scene, accuse, callAs } from './scene.ts';
import { type Ending, type Person, type Purchase, endings } from './story.ts';

const bundles = ['small', 'medium', 'grand'];
/** What a partial refund gives back. */
const partMinor = 40;
const reversedLater = new Set<Ending>(['paid-then-refunded', 'paid-then-charged-back', 'refunded-then-charged-back']);
const rankOf = { loading: 0, pending: 0, failed: 1, completed: 2 };

/** Orders a bundle, looks at it a few times, and does at the provider what its ending says. */
export async function buy(scene: Scene, me: Person, random: Random): Promise<void> {
  const key = random.uuid();
  const ending = random.chance(0.5) ? 'paid' : random.pick(endings);
  const blank = { paymentId: undefined, refused: undefined, credits: 0, amount: 0, reversed: 0, shown: [] };
  const purchase: Purchase = { key, buyer: me.id, ending, ...blank, settled: Promise.resolve() };
  scene.story.purchases.push(purchase);
  const order = { bundle: random.pick(bundles), paymentmethod: 'ideal', idempotency_key: key };
  const { outcome } = await persist(() => callAs(scene, me, random, 'createPayment', order));
  if (!outcome) return accuse(scene, 'stuck', `order ${key} was never answered`);
  if (!outcome.ok) {
    purchase.refused = outcome.code;
    return accuse(scene, 'order', `order ${key} was refused: ${outcome.code}`);
  }
  const { payment_id: paymentId, credits, amount } = outcome.body.payment;
  Object.assign(purchase, { paymentId, credits, amount });
  purchase.settled = visitProvider(scene, paymentId, purchase, random.fork('provider'));
  purchase.settled.catch((error: unknown) => accuse(scene, 'stuck', `the buyer of ${paymentId}: ${String(error)}`));
  for (let look = random.between(0, 3); look > 0; look -= 1) {
    await wait(random.between(0, 200));
    await lookAt(scene, me, random, purchase);
  }
}

/** Looks at a payment. What was shown before never goes back. */
export async function lookAt(
  scene: Scene,
  me: Pick<Person, 'token'>,
  random: Random,
  purchase: Purchase,
): Promise<void> {
  const { outcome } = await persist(() => callAs(scene, me, random, 'getPayment', { id: purchase.paymentId ?? '' }));
  if (!outcome?.ok) return accuse(scene, 'stuck', `payment ${purchase.paymentId} cannot be looked at`);
  const { status } = outcome.body.payment;
  const last = purchase.shown.at(-1) as keyof typeof rankOf | undefined;
  if (last !== undefined && rankOf[status] < rankOf[last])
    accuse(scene, 'no-way-back', `payment ${purchase.paymentId} was ${last} and is shown as ${status}`);
  purchase.shown.push(status);
}

/** The buyer at the provider, who knows nothing of the app. */
async function visitProvider(scene: Scene, paymentId: string, purchase: Purchase, random: Random): Promise<void> {
  const { stage } = scene;
  const { ending } = purchase;
  const id = await madeAt(scene, paymentId);
  await wait(random.between(0, 500));
  if (random.chance(0.3)) await lie(scene, id);
  const set = (status: string): Promise<unknown> =>
    stage.control('PUT', `/control/payments/${id}`, { status, webhooks: noticesOf(random) });
  const reverse = async (how: 'refund' | 'chargeback', minor: number): Promise<void> => {
    const amount = { currency: 'EUR', value: (minor / 100).toFixed(2) };
    await stage.control('POST', `/control/payments/${id}/${how}`, { amount });
    purchase.reversed += minor;
  };
  if (ending === 'open') return;
  if (ending === 'failed-then-paid') {
    await set('failed');
    await wait(random.between(0, 500));
    await set('paid');
  } else if (ending === 'refunded') {
    stage.providerProxy.freeze(id, true);
    await stage.control('PUT', `/control/payments/${id}`, { status: 'paid', webhooks: { times: 0 } });
    await reverse('refund', partMinor);
    // Answers from before the refund are still on their way to the proxy.
    await wait(100);
    stage.providerProxy.freeze(id, false);
  } else if (reversedLater.has(ending)) {
    await set('paid');
    await untilCompleted(scene, paymentId);
    if (ending !== 'paid-then-charged-back') await reverse('refund', partMinor);
    await wait(random.between(0, 500));
    if (ending !== 'paid-then-refunded') await reverse('chargeback', purchase.amount);
  } else await set(ending);
}

/** Notices come once, up to twenty times, late, or not at all. */
function noticesOf(random: Random): { times: number; delay_ms: number } {
  const times = random.pick([0, 0, 1, 1, random.between(2, 20)]);
  return { times, delay_ms: random.pick([0, random.between(0, 800), random.between(800, 4_000)]) };
}

/** Somebody posts a notice that claims what is not true. */
async function lie({ stage }: Scene, id: string): Promise<void> {
  const body = new URLSearchParams({ id, status: 'paid', paid: 'true' });
  const url = `http://${stage.app.address}/api/payment-webhook.php?provider=mollie`;
  // Whether the app was there to hear it does not matter.
  await fetch(url, { method: 'POST', body }).catch(() => undefined);
}

const buyerPatienceMs = 180_000;

/** The provider's id of a payment; an order may reach the provider only when the reconciler comes to it. */
async function madeAt({ stage }: Scene, paymentId: string): Promise<string> {
  for (let waited = 0; waited < buyerPatienceMs; waited += 50) {
    const [id] = stage.providerProxy.made(paymentId);
    if (id !== undefined) return id;
    await wait(50);
  }
  throw new Error('the order never reached the provider');
}

async function untilCompleted({ stage }: Scene, paymentId: string): Promise<void> {
  for (let waited = 0; waited < buyerPatienceMs; waited += 100) {
    const [row] = await stage.sql<{ status: string }>('select status from payments where payment_id = $1', [paymentId]);
    if (row?.status === 'completed') return;
    await wait(100);
  }
  throw new Error('the payment was never completed');
}
