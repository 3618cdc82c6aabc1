import { setTimeout as wait } from 'node:timers/promises';

import { cancelOrder } from './cancel-actions.ts';
import type { PaymentOutcome, Purchase, TestMember } from './model.ts';
import { type ProviderUnderTest, listOrderProviders } from './providers.ts';
import { limitMs } from './patience.ts';
import { until } from './quiesce.ts';
import type { Random } from './random.ts';
import type { RoundContext } from './round-context.ts';
import { withdraw } from './withdrawal-actions.ts';

/** Amount of a partial refund, in minor units. */
const partMinor = 40;
const patienceMs = 180_000;

/** Actions of the buyer or the bank after an order completes. */
const afterwards: Partial<Record<PaymentOutcome, readonly ('refund' | 'chargeback' | 'withdraw')[]>> = {
  'paid-then-refunded': ['refund'],
  'paid-then-charged-back': ['chargeback'],
  'refunded-then-charged-back': ['refund', 'chargeback'],
  withdrawn: ['withdraw'],
  'withdrawn-then-charged-back': ['withdraw', 'chargeback'],
};

/** Plays the buyer and their bank at the provider, through the control API. */
export async function visitProvider(
  context: RoundContext,
  me: TestMember,
  purchase: Purchase,
  random: Random,
): Promise<void> {
  const { environment } = context;
  const { paymentOutcome, paymentId = '', way, testCard } = purchase;
  const place = await placeAtProvider(context, purchase);
  if (!place) {
    purchase.unmade = true;
    purchase.paymentOutcome = 'failed';
    return;
  }
  const { provider, id } = place;
  await wait(random.between(0, 500));
  if (random.chance(0.3)) await postFalseNotice(context, provider, id, random);
  const set = (status?: string): Promise<unknown> =>
    provider.control('PUT', `/control/payments/${id}`, {
      ...(status !== undefined && { status }),
      ...(testCard !== undefined && { card: testCard }),
      webhooks: drawNotices(random),
    });
  if (paymentOutcome === 'open') return;
  if (paymentOutcome === 'left' || paymentOutcome === 'left-then-paid') {
    // A buyer who pays has seen the pay page, so the app knows its address from the provider's answer.
    if (paymentOutcome === 'left-then-paid') await untilKnown(environment, paymentId);
    const cancelled = cancelOrder(context, me, random.fork('cancel'), purchase);
    // The money may arrive before, during or after the cancellation.
    if (random.chance(0.5)) await cancelled;
    if (paymentOutcome === 'left-then-paid') await set('paid');
    return cancelled;
  }
  // A stored card is charged without the buyer, so only further webhooks can come.
  if (way === 'card') await set();
  else if (paymentOutcome === 'failed-then-paid') {
    await set('failed');
    await wait(random.between(0, 500));
    await set('paid');
  } else if (paymentOutcome === 'refunded') {
    provider.proxy.freeze(id, true);
    await provider.control('PUT', `/control/payments/${id}`, { status: 'paid', webhooks: { times: 0 } });
    await giveBack(provider, id, purchase, 'refund', partMinor);
    // Let answers from before the refund reach the proxy while the payment is still frozen.
    await wait(100);
    provider.proxy.freeze(id, false);
  } else if (afterwards[paymentOutcome] === undefined) await set(paymentOutcome);
  else await set('paid');
  for (const what of afterwards[paymentOutcome] ?? []) {
    await untilCompleted(environment, paymentId);
    if (what === 'withdraw') await withdraw(context, me, random.fork('withdraw'), purchase);
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
  await provider.control('POST', `/control/payments/${id}/${how}`, { amount });
  purchase.reversed += minor;
}

function drawNotices(random: Random): { times: number; delay_ms: number } {
  const times = random.pick([0, 0, 1, 1, random.between(2, 20)]);
  return { times, delay_ms: random.pick([0, random.between(0, 800), random.between(800, 4_000)]) };
}

/** Posts a forged webhook that claims the payment is paid. For Stripe its signature is wrong, too old or missing. */
async function postFalseNotice(
  { environment }: RoundContext,
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

/**
 * Finds the order at its provider. Some orders arrive only when the reconciler retries them. Undefined if the card was
 * removed first, in which case the order has failed.
 */
async function placeAtProvider(
  { environment }: RoundContext,
  { paymentId = '', card }: Purchase,
): Promise<ReturnType<typeof listOrderProviders>[number] | undefined> {
  const places = (): ReturnType<typeof listOrderProviders> => listOrderProviders(environment.providers, paymentId);
  const hasFailed = async (): Promise<boolean> => {
    const [row] = await environment.sql<{ status: string }>('select status from payments where payment_id = $1', [
      paymentId,
    ]);
    return row?.status === 'failed';
  };
  let isUnmade = false;
  await until(async () => {
    isUnmade = card?.removed === true && (await hasFailed());
    return places().length > 0 || isUnmade;
  }, limitMs(patienceMs));
  const [place] = places();
  if (!place && !isUnmade) throw new Error('the order never reached the provider');
  return place;
}

async function untilKnown({ sql }: RoundContext['environment'], paymentId: string): Promise<void> {
  const text = 'select provider_payment_id as id from payments where payment_id = $1';
  const isKnown = async (): Promise<boolean> => {
    const [row] = await sql<{ id: string | null }>(text, [paymentId]);
    return typeof row?.id === 'string';
  };
  if (!(await until(isKnown, limitMs(patienceMs)))) throw new Error('the payment was never known');
}

/** Waits in the database until an order is completed. */
export async function untilCompleted(
  { sql }: Pick<RoundContext['environment'], 'sql'>,
  paymentId: string,
): Promise<void> {
  const isCompleted = async (): Promise<boolean> => {
    const [row] = await sql<{ status: string }>('select status from payments where payment_id = $1', [paymentId]);
    return row?.status === 'completed';
  };
  if (!(await until(isCompleted, limitMs(patienceMs)))) throw new Error('the payment was never completed');
}
