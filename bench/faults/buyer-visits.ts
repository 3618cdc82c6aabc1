import { setTimeout as wait } from 'node:timers/promises';

import { send } from './actions.ts';
import type { Environment } from './environment.ts';
import type { Actor, Purchase } from './model.ts';
import { paymentOutcomes } from './payment-outcomes.data.ts';
import { listOrderProviders, type ProviderUnderTest } from './providers.ts';
import { untilFound } from './quiesce.ts';
import type { Random } from './random.ts';

/** In minor units. */
const partMinor = 40;

/** Plays the buyer and their bank at the provider, through the control API. */
export async function visitProvider(actor: Actor, purchase: Purchase): Promise<void> {
  const { random } = actor;
  const { environment } = actor.context;
  const { paymentOutcome, paymentId = '', way, testCard } = purchase;
  const { afterwards = [] } = paymentOutcomes[paymentOutcome];
  const place = await placeAtProvider(environment, purchase);
  if (!place) {
    purchase.unmade = true;
    purchase.paymentOutcome = 'failed';
    return;
  }
  const { provider, id } = place;
  await wait(random.between(0, 500));
  if (random.chance(0.3)) await postFalseWebhook(environment, provider, id, random);
  const set = (status?: string): Promise<unknown> =>
    provider.control('PUT', id, {
      ...(status !== undefined && { status }),
      ...(testCard !== undefined && { card: testCard }),
      webhooks: drawWebhooks(random),
    });
  if (paymentOutcome === 'open') return;
  if (paymentOutcome === 'left' || paymentOutcome === 'left-then-paid') {
    // A buyer who pays has seen the pay page, so the app knows its address from the provider's response.
    if (paymentOutcome === 'left-then-paid')
      await untilPayment(environment, paymentId, 'provider_payment_id is not null');
    const canceled = cancelOrder(actor.fork('cancel'), purchase);
    // The money may arrive before, during or after the cancellation.
    if (random.chance(0.5)) await canceled;
    if (paymentOutcome === 'left-then-paid') await set('paid');
    return canceled;
  }
  // A stored card is charged without the buyer, so only further webhooks can come.
  if (way === 'card') await set();
  else if (paymentOutcome === 'failed-then-paid') {
    await set('failed');
    await wait(random.between(0, 500));
    await set('paid');
  } else if (paymentOutcome === 'refunded') {
    provider.faults.freeze(id, true);
    await provider.control('PUT', id, { status: 'paid', webhooks: { times: 0 } });
    await giveBack(provider, id, purchase, 'refund', partMinor);
    // Let answers from before the refund leave the sandbox while the payment is still frozen.
    await wait(100);
    provider.faults.freeze(id, false);
  } else await set(afterwards.length === 0 ? paymentOutcome : 'paid');
  for (const what of afterwards) {
    await untilPayment(environment, paymentId, `status = 'completed'`);
    if (what === 'withdraw') await withdraw(actor.fork('withdraw'), purchase);
    else await giveBack(provider, id, purchase, what, what === 'refund' ? partMinor : purchase.amount);
    await wait(random.between(0, 500));
  }
}

async function giveBack(
  provider: ProviderUnderTest,
  id: string,
  purchase: Purchase,
  how: 'refund' | 'chargeback',
  minor: number,
): Promise<void> {
  const amount = { currency: 'EUR', value: (minor / 100).toFixed(2) };
  await provider.control('POST', `${id}/${how}`, { amount });
  purchase.reversed += minor;
}

function drawWebhooks(random: Random): { times: number; delay_ms: number } {
  const times = random.pick([0, 0, 1, 1, random.between(2, 20)]);
  return { times, delay_ms: random.pick([0, random.between(0, 800), random.between(800, 4_000)]) };
}

/** Posts a webhook that is not the provider's. For Stripe its signature is wrong, too old or missing. */
async function postFalseWebhook(
  environment: Environment,
  { name }: ProviderUnderTest,
  id: string,
  random: Random,
): Promise<void> {
  const object = { id, object: 'checkout.session', payment_status: 'paid', status: 'complete' };
  const body =
    name === 'mollie'
      ? new URLSearchParams({ id, status: 'paid', paid: 'true' })
      : JSON.stringify({ object: 'event', type: 'checkout.session.completed', data: { object } });
  const seconds = Math.floor(Date.now() / 1_000) - random.pick([0, 600]);
  const signature = random.chance(0.7) ? { 'stripe-signature': `t=${seconds},v1=${'0'.repeat(64)}` } : {};
  const headers = name === 'mollie' ? {} : { 'content-type': 'application/json', ...signature };
  const url = `http://${environment.app.address}/api/payment-webhook.php?provider=${name}`;
  // The app may be down; a lost forgery does not matter.
  await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
}

/** Finds the order at its provider; some orders arrive late. Null if the card was removed before. */
async function placeAtProvider(
  environment: Environment,
  { paymentId = '', card }: Purchase,
): Promise<ReturnType<typeof listOrderProviders>[number] | null> {
  return untilFound('the order at the provider', async () => {
    const isUnmade = card?.removed === true && (await isPayment(environment, paymentId, `status = 'failed'`));
    return isUnmade ? null : listOrderProviders(environment.providers, paymentId)[0];
  });
}

async function isPayment({ sql }: Environment, paymentId: string, condition: string): Promise<boolean> {
  return (await sql(`select 1 from payments where payment_id = $1 and ${condition}`, [paymentId])).length > 0;
}

/** Throws if the payment's row does not fulfil the condition in time. */
export async function untilPayment(environment: Environment, paymentId: string, condition: string): Promise<void> {
  await untilFound(`a payment with ${condition}`, async () =>
    (await isPayment(environment, paymentId, condition)) ? true : undefined,
  );
}

/** Draws one or two keys, some of them twice: how a buyer repeats a call over several connections. */
function drawKeys(random: Random): string[] {
  const keys = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => random.uuid());
  return keys.flatMap((key) => (random.chance(0.3) ? [key, key] : [key]));
}

/** Cancels an order. A refusal is right only if the buyer may have paid by then. */
async function cancelOrder(actor: Actor, purchase: Purchase): Promise<void> {
  const id = purchase.paymentId ?? '';
  const mayBePaid = purchase.paymentOutcome === 'left-then-paid';
  const report = (detail: string): void => actor.report('canceled', `${id}: ${detail}`);
  const inputs = drawKeys(actor.random).map((key) => ({ id, idempotency_key: key }));
  for (const outcome of await actor.callAtOnce('cancelPayment', inputs)) {
    if (outcome?.ok) {
      purchase.canceled = true;
      const { status } = outcome.body.payment;
      if (status !== 'failed' && !mayBePaid) report(`it was canceled and is shown as ${status}`);
    } else if (outcome && (outcome.code !== 'payment.not-cancellable' || !mayBePaid))
      report(`refused: ${outcome.code}`);
  }
}

/** Withdraws a purchase. One withdrawal must be confirmed, under one key. */
async function withdraw(actor: Actor, purchase: Purchase): Promise<void> {
  const payment = purchase.paymentId ?? '';
  if (actor.random.chance(0.9)) await usePart(actor.fork('use'), payment);
  const keys = drawKeys(actor.random);
  const inputs = keys.map((key) => ({ payment, idempotency_key: key }));
  const report = (detail: string): void => actor.report('withdrawal', `${payment}: ${detail}`);
  const confirmed = new Set<string>();
  const refused = new Set<string>();
  for (const [index, outcome] of (await actor.callAtOnce('withdraw', inputs)).entries()) {
    if (outcome?.ok) {
      const { unused, amount } = outcome.body;
      confirmed.add(keys[index] ?? '');
      if (purchase.withdrawal && (purchase.withdrawal.unused !== unused || purchase.withdrawal.amount !== amount))
        report(`${purchase.withdrawal.amount} was confirmed, then ${amount}`);
      purchase.withdrawal = { unused, amount };
    } else if (outcome) refused.add(outcome.code);
  }
  const expected = confirmed.size > 0 ? 'withdrawal.done' : 'withdrawal.nothing-left';
  for (const code of refused) if (code !== expected) report(`refused: ${code}`);
  if (confirmed.size > 1) report(`confirmed under ${confirmed.size} keys`);
  if (!purchase.withdrawal) {
    purchase.withdrawal = null;
    return;
  }
  const { amount, unused } = purchase.withdrawal;
  const { credits } = purchase;
  const owed = Math.ceil((purchase.amount * unused) / credits);
  if (amount !== owed) report(`${unused} of ${credits} credits are unused: ${amount} instead of ${owed} goes back`);
  purchase.reversed += amount;
}

/** Free credits are spent first, so only some members reach the purchased ones. */
const messagesMax = 12;

/** Sends messages until some credits of a purchase are used, so that only a part of its price is refunded. */
async function usePart(actor: Actor, paymentId: string): Promise<void> {
  for (let message = 0; message < messagesMax; message += 1) {
    const [lot] = await actor.context.environment.sql<{ used: boolean }>(
      'select credits_left < credits as used from lots where payment_id = $1',
      [paymentId],
    );
    if (lot?.used !== false) return;
    await send(actor.fork(`message-${message}`));
  }
}
