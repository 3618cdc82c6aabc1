import { setTimeout as wait } from 'node:timers/promises';

import { timeBonusCode } from '../../contract/discounts/limits.ts';
import type { Payment } from '../../contract/payments/operations.ts';
import type { Answer } from '../../mocks/sms-gateway/server.ts';
import { buildIban } from '../lib/fill-members.ts';
import { untilPayment, visitProvider } from './buyer-visits.ts';
import { bundles, Purchase, type Actor, type Debit, type Model } from './model.ts';
import { debitOutcomes, paymentOutcomes, raceOutcomes, type PaymentOutcomeName } from './payment-outcomes.data.ts';
import { untilFound } from './quiesce.ts';
import type { Random } from './random.ts';

const statusRanks = { loading: 0, pending: 0, failed: 1, completed: 2 };

export async function buy(actor: Actor): Promise<void> {
  const { random } = actor;
  const method = random.pick(['ideal', 'paypal'] as const);
  const purchase = new Purchase(actor, { method, paymentOutcome: drawOutcome(random) });
  if (!(await placeOrder(actor, purchase))) return;
  startVisit(actor, purchase);
  for (let look = random.between(0, 3); look > 0; look -= 1) {
    await wait(random.between(0, 200));
    await readPayment(actor, purchase);
  }
}

function drawOutcome(random: Random): Purchase['paymentOutcome'] {
  if (random.chance(0.4)) return 'paid';
  if (random.chance(0.2)) return random.pick(['left', 'left-then-paid'] as const);
  return random.chance(0.2) ? 'withdrawn' : random.pick(Object.keys(paymentOutcomes) as PaymentOutcomeName[]);
}

function startVisit(actor: Actor, purchase: Purchase): void {
  actor.runErrand(`the buyer of ${purchase.paymentId}`, visitProvider(actor.fork('provider'), purchase));
}

/**
 * Places an order, sometimes from two connections at once, and returns whether it succeeded. Refusals other than `fine`
 * are violations.
 */
async function placeOrder(
  actor: Actor,
  purchase: Purchase,
  fields: { store_card?: true; stored_card?: string | undefined } = {},
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
  const inputs = actor.random.chance(0.15) ? [input, input] : [input];
  for (const outcome of await actor.callAtOnce('createPayment', inputs)) {
    if (outcome?.ok) recordPayment(actor, purchase, outcome.body.payment);
    else if (outcome && !fine.includes(outcome.code))
      actor.report('order', `order ${key} was refused: ${outcome.code}`);
  }
  return purchase.paymentId !== undefined;
}

/** Records the payment of an order. Repeated calls must get the same response. */
function recordPayment(actor: Actor, purchase: Purchase, payment: Payment): void {
  const { payment_id: paymentId, credits, amount, list_amount: listAmount, discount_code: discount } = payment;
  const known = purchase.paymentId;
  if (known !== undefined && (known !== paymentId || purchase.amount !== amount || purchase.discount !== discount))
    actor.report('same-answer', `key ${purchase.key} was told ${known}, then ${paymentId}`);
  Object.assign(purchase, { paymentId, credits, amount, listAmount, discount });
}

/** Reads a payment. The status shown to the buyer must never go back. */
export async function readPayment(actor: Actor, purchase: Purchase): Promise<void> {
  const outcome = await actor.call('getPayment', { id: purchase.paymentId ?? '' });
  if (!outcome?.ok) return actor.report('stuck', `payment ${purchase.paymentId} cannot be read`);
  const { status } = outcome.body.payment;
  const last = purchase.shown.at(-1) as keyof typeof statusRanks | undefined;
  if (last !== undefined && statusRanks[status] < statusRanks[last])
    actor.report('no-way-back', `payment ${purchase.paymentId} was ${last} and is shown as ${status}`);
  purchase.shown.push(status);
}

/** The test card that pays the first order and is declined for every later one. */
const failingCard = 'insufficient';

export async function storeCard(actor: Actor): Promise<void> {
  const { random, context } = actor;
  const method = random.pick(['credit_card', 'visa'] as const);
  const first = new Purchase(actor, { method, paymentOutcome: 'paid' });
  if (!(await placeOrder(actor, first, { store_card: true }))) return;
  // Only without a discount: all failing cards are the same one, and must not hold discounts of other members.
  if (first.discount === null && random.chance(0.4)) first.testCard = failingCard;
  const order = async (): Promise<void> => {
    await visitProvider(actor.fork('provider'), first);
    await untilPayment(context.environment, first.paymentId ?? '', `status = 'completed'`);
    await orderAgain(actor.fork('again'), first);
  };
  actor.runErrand(`the holder of the card of ${first.paymentId}`, order());
}

async function orderAgain(actor: Actor, first: Purchase): Promise<void> {
  const { random, context } = actor;
  const card = { id: await untilValid(actor, first.paymentId ?? ''), removed: false };
  const isDeclined = first.testCard === failingCard;
  const charge = async (fine: readonly string[]): Promise<Purchase> => {
    const own = actor.fork(`charge-${context.model.tick()}`);
    const paymentOutcome = isDeclined ? 'failed' : random.pick(['paid', 'paid', 'withdrawn'] as const);
    const purchase = new Purchase(own, { method: first.method, way: 'card', paymentOutcome, card });
    if (await placeOrder(own, purchase, { stored_card: card.id }, fine)) startVisit(own, purchase);
    return purchase;
  };
  // While the outcome of the last order by this card is not known, another one is refused.
  for (let order = random.between(1, 3); order > 0; order -= 1) {
    await charge(['payment.in-progress']);
    await wait(random.between(0, 300));
  }
  if (!random.chance(0.4)) return;
  card.removed = true;
  const outcome = await actor.call('removeStoredCard', { card: card.id, idempotency_key: random.uuid() });
  if (!outcome?.ok) return actor.report('card', `the card ${card.id} was not removed`);
  const late = await charge(['card.not-chargeable', 'payment.in-progress']);
  if (late.paymentId !== undefined) actor.report('card', `the card ${card.id} was charged after its removal`);
}

function untilValid({ context }: Actor, paymentId: string): Promise<string> {
  return untilFound('a valid card', async () => {
    const [row] = await context.environment.sql<{ card_id: string }>(
      `select card_id from stored_cards where payment_id = $1 and state = 'valid'`,
      [paymentId],
    );
    return row?.card_id;
  });
}

const gone = ['code.used', 'code.not-found'];

/** Races for a single-use discount from several connections and all accounts of one person. One order must get it. */
export async function raceForDiscount(actor: Actor): Promise<void> {
  const { me, random, context } = actor;
  const { model } = context;
  const accounts = model.members.filter(({ mailbox }) => mailbox === me.mailbox);
  const code = !me.paid && random.chance(0.5) ? timeBonusCode : model.code;
  const isFree = listOrders(model, me.mailbox, code).length === 0;
  const purchases: Purchase[] = [];
  const placed = await Promise.all(
    Array.from({ length: random.between(3, 5) }, async (_, index) => {
      const own = actor.fork(`order-${index}`).as(accounts[index % accounts.length] ?? me);
      const method = own.random.pick(['ideal', 'paypal'] as const);
      const purchase = new Purchase(own, { method, named: code, paymentOutcome: own.random.pick(raceOutcomes) });
      purchases.push(purchase);
      if (!(await placeOrder(own, purchase, {}, gone))) return false;
      startVisit(own, purchase);
      return true;
    }),
  );
  const others = listOrders(model, me.mailbox, code).filter((one) => !purchases.some((own) => own === one));
  if (isFree && others.length === 0 && !placed.includes(true))
    actor.report('discount', `${code} was free, and none of ${placed.length} orders of ${me.mailbox} got it`);
}

/** Lists a person's orders that may hold the discount. For the first-purchase discount, any order may. */
function listOrders({ members, purchases, debits }: Model, mailbox: string, code: string): { buyer: MemberId }[] {
  const own = new Set(members.filter((member) => member.mailbox === mailbox).map(({ id }) => id));
  const any = code === timeBonusCode ? [...purchases, ...debits] : purchases.filter(({ named }) => named === code);
  return any.filter(({ buyer }) => own.has(buyer));
}

const limits = ['debit.limit', 'debit.codes', 'debit.account-blocked'];
/** Refusals because another order has taken the discount of this price. */
const repriced = ['payment.price-changed', 'code.used', 'code.not-found'];

/** Begins an order by direct debit. When the code arrives, the buyer gives the mandate. */
export async function payByDebit(actor: Actor): Promise<void> {
  const { random, context } = actor;
  const debit: Debit = {
    key: random.uuid(),
    buyer: actor.me.id,
    bundle: random.pick(bundles),
    phone: `+316${random.between(20_000_000, 49_999_999)}`,
    id: undefined,
    reference: undefined,
    paymentId: undefined,
  };
  context.model.debits.push(debit);
  const faults: Answer[] = [500, 'drop', 503];
  context.environment.texts.answerNext(Array.from({ length: random.between(0, 2) }, () => random.pick(faults)));
  const { key, bundle, phone } = debit;
  const account = { iban: buildIban(random.between(0, 9_999_999_999)), phone, holder: 'Robin Haan' };
  const input = { ...account, bundle, begin_at_once: true, idempotency_key: key };
  const inputs = random.chance(0.2) ? [input, input] : [input];
  for (const outcome of await actor.callAtOnce('startDirectDebit', inputs)) {
    if (outcome?.ok) {
      const { id, mandate } = outcome.body;
      if (debit.id !== undefined && debit.id !== id)
        actor.report('same-answer', `key ${key} was told ${debit.id}, then ${id}`);
      Object.assign(debit, { id, reference: mandate.reference });
    } else if (outcome && !limits.includes(outcome.code))
      actor.report('direct-debit', `direct debit ${key} was refused: ${outcome.code}`);
  }
  if (debit.id === undefined) return;
  actor.runErrand(`the direct debit ${debit.id}`, giveMandate(actor.fork('mandate'), debit, debit.id));
}

/** Sends a wrong code, then the right one from several connections, then once more. One payment must result. */
async function giveMandate(actor: Actor, debit: Debit, id: string): Promise<void> {
  const { random } = actor;
  const { texts } = actor.context.environment;
  const code = await untilFound('the code', async () => /\d{6}/.exec(texts.sentTo(debit.phone)[0]?.text ?? '')?.[0]);
  const report = (detail: string): void => actor.report('direct-debit', `${id}: ${detail}`);
  if (random.chance(0.5)) {
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const outcome = await confirm(actor.fork('wrong'), id, wrong);
    if (outcome?.ok !== false || outcome.code !== 'debit.code-invalid') report('a wrong code was accepted');
  }
  const { key, bundle } = debit;
  const paymentOutcome = random.pick(debitOutcomes);
  const purchase = new Purchase(actor, { key, bundle, way: 'debit', method: 'sepa_direct_debit', paymentOutcome });
  const times = random.between(1, 3);
  const runs = await Promise.all(
    Array.from({ length: times }, (_, twin) => confirm(actor.fork(`twin-${twin}`), id, code)),
  );
  // A used code repeats the answer and makes no second payment.
  runs.push(await confirm(actor.fork('again'), id, code));
  for (const outcome of runs) {
    if (outcome?.ok && outcome.body.payment) recordPayment(actor, purchase, outcome.body.payment);
    else if (outcome?.ok) report('the mandate was given without a payment');
    else if (outcome && ![...limits, ...repriced].includes(outcome.code))
      report(`the code was refused: ${outcome.code}`);
  }
  debit.paymentId = purchase.paymentId;
  if (purchase.paymentId !== undefined) await visitProvider(actor.fork('provider'), purchase);
}

async function confirm(actor: Actor, id: string, code: string) {
  return untilFound('a provider that takes the mandate', async () => {
    const outcome = await actor.call('confirmDirectDebit', { id, code });
    return outcome?.ok === false && outcome.code === 'payment.provider' ? undefined : (outcome ?? null);
  });
}
