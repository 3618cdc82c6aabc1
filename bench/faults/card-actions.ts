import { setTimeout as wait } from 'node:timers/promises';

import { untilCompleted, visitProvider } from './buyer-visits.ts';
import { persist } from './client.ts';
import type { Purchase, TestMember } from './model.ts';
import { newPurchase, placeOrder } from './payment-actions.ts';
import { limitMs } from './patience.ts';
import { until } from './quiesce.ts';
import type { Random } from './random.ts';
import { type RoundContext, callAs, reportViolation, runErrand } from './round-context.ts';

/** The test card that pays the first order and is declined for every later one. */
const failingCard = 'insufficient';
const patienceMs = 180_000;

/** Buys by card and stores the card. As soon as it can be charged, the buyer orders again by one tap. */
export async function storeCard(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const method = random.pick(['credit_card', 'visa'] as const);
  const first = newPurchase(context, me, random, { method, paymentOutcome: 'paid' });
  if (!(await placeOrder(context, me, random, first, { store_card: true }))) return;
  // Only without a discount: all failing cards are the same one, and must not hold discounts of other members.
  if (first.discount === null && random.chance(0.4)) first.testCard = failingCard;
  const orders = async (): Promise<void> => {
    await visitProvider(context, me, first, random.fork('provider'));
    await untilCompleted(context.environment, first.paymentId ?? '');
    await orderAgain(context, me, random.fork('again'), first);
  };
  runErrand(context, `the holder of the card of ${first.paymentId}`, orders());
}

async function orderAgain(context: RoundContext, me: TestMember, random: Random, first: Purchase): Promise<void> {
  const card = { id: await untilValid(context, first.paymentId ?? ''), removed: false };
  const isDeclined = first.testCard === failingCard;
  const charge = (fine: readonly string[]): Promise<Purchase> => {
    const paymentOutcome = isDeclined ? 'failed' : random.pick(['paid', 'paid', 'withdrawn'] as const);
    const wanted = { method: first.method, way: 'card', paymentOutcome, card } as const;
    const purchase = newPurchase(context, me, random, wanted);
    return chargeCard(context, me, random.fork(`charge-${context.model.tick()}`), purchase, fine);
  };
  // While the outcome of the last order by this card is not known, another one is refused.
  for (let order = random.between(1, 3); order > 0; order -= 1) {
    await charge(['payment.in-progress']);
    await wait(random.between(0, 300));
  }
  if (!random.chance(0.4)) return;
  card.removed = true;
  const input = { card: card.id, idempotency_key: random.uuid() };
  const { outcome } = await persist(() => callAs(context, me, random, 'removeStoredCard', input));
  if (!outcome?.ok) return reportViolation(context, 'card', `the card ${card.id} was not removed`);
  const late = await charge(['card.not-chargeable', 'payment.in-progress']);
  if (late.paymentId !== undefined)
    reportViolation(context, 'card', `the card ${card.id} was charged after its removal`);
}

async function chargeCard(
  context: RoundContext,
  me: TestMember,
  random: Random,
  purchase: Purchase,
  fine: readonly string[],
): Promise<Purchase> {
  if (await placeOrder(context, me, random, purchase, { stored_card: purchase.card?.id }, fine)) {
    const visit = visitProvider(context, me, purchase, random.fork('provider'));
    runErrand(context, `the buyer of ${purchase.paymentId}`, visit);
  }
  return purchase;
}

/** The id of an order's stored card, once it can be charged. */
async function untilValid({ environment }: RoundContext, paymentId: string): Promise<string> {
  let card: string | undefined;
  const isValid = async (): Promise<boolean> => {
    const [row] = await environment.sql<{ card_id: string }>(
      `select card_id from stored_cards where payment_id = $1 and state = 'valid'`,
      [paymentId],
    );
    card = row?.card_id;
    return card !== undefined;
  };
  await until(isValid, limitMs(patienceMs));
  if (card === undefined) throw new Error('the card was never valid');
  return card;
}
