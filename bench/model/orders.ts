import { randomUUID } from 'node:crypto';

import type { ModelPayment } from './model.ts';
import type { Priced, Wanted } from './prices.ts';
import { type BundleId, bundles, markets } from './shop.data.ts';
import { type Draw, type Operation, type World, day, differ, hour, pick, derivePlace, repeat, tell } from './world.ts';

/** The limit of unconfirmed direct debits, in cents. */
const exposure = 15_000;

function wantedBy({ place, prices }: World, { which, how }: Draw, withCode: boolean): Wanted {
  const bundle: BundleId = pick(bundles, which)?.id ?? 'some';
  const own = prices.codes.filter(({ site }) => site === place.site).map(({ name }) => name);
  const names = [
    ...own,
    ...own,
    ...prices.codes.map(({ name }) => name),
    'TIMEBONUS25',
    'WELCOME25',
    'NOBODY-KNOWS-IT',
  ];
  return { ...place, bundle, code: withCode ? pick(names, how) : undefined };
}

function findOrderPrice({ prices, books, model }: World, wanted: Wanted): Priced | undefined {
  return prices.quote(wanted, books.now(), model.isPremium());
}

function buildOrder({ bundle, code }: Wanted, begun: boolean) {
  const named = code === undefined ? {} : { discount_code: code };
  // The API refuses orders that do not begin at once, but older ones exist.
  return { bundle, begin_at_once: begun as true, idempotency_key: randomUUID(), ...named };
}

/** Throws unless books and model agree on whether the order was placed; then adds it to the model. */
function recordOrder(
  { model, prices, place, books }: World,
  ids: readonly (PaymentId | undefined)[],
  quote: Priced | undefined,
  about: Pick<ModelPayment, 'method' | 'begun' | 'card'>,
): ModelPayment | undefined {
  const [id] = ids;
  if (ids.some((one) => one !== id)) differ('the same order was placed twice');
  if ((id === undefined) !== (quote === undefined)) differ(quote ? 'an order was refused' : 'an order was not refused');
  if (id === undefined || !quote) return undefined;
  const { minor, credits, currency, claim } = quote;
  const { money } = books.bank.seen(id);
  if (money.minor !== minor || money.currency !== currency)
    differ(`an order costs ${money.minor} ${money.currency}, not ${minor} ${currency}`);
  if (claim) prices.hold(claim);
  const { site, market } = place;
  const sale = { id, site, price: minor, tax: markets[market].tax, currency, credits, claim, ...about };
  const start = { state: 'open', declined: false, completedAt: 0, withdrawal: null } as const;
  const payment: ModelPayment = { ...sale, ...start, reversals: [] };
  model.payments.push(payment);
  return payment;
}

function complete({ model, prices, books }: World, payment: ModelPayment): void {
  const isOffered = payment.state !== 'failed' || !payment.claim || prices.renew(payment.claim);
  payment.state = 'completed';
  payment.completedAt = books.now();
  model.grant(payment.credits, payment.id);
  if (!isOffered) model.decline(payment);
}

function fail({ prices }: World, payment: ModelPayment): void {
  if (payment.state === 'open' && payment.claim) prices.release(payment.claim);
  payment.state = 'failed';
}

/** Decides about a payment as the bank, and reports it `times` times in parallel as the provider. */
async function decide(world: World, payment: ModelPayment, state: 'paid' | 'failed', times: number): Promise<void> {
  world.books.bank.decide(payment.id, state);
  await tell(world, payment.id, times);
  if (state === 'paid') complete(world, payment);
  else fail(world, payment);
}

async function buy(world: World, draw: Draw, withCode: boolean): Promise<void> {
  const { share, how, times } = draw;
  const [begun, stored] = [how % 5 !== 0, how % 3 === 0];
  const wanted = wantedBy(world, draw, withCode);
  const quote = findOrderPrice(world, wanted);
  const order = { ...buildOrder(wanted, begun), paymentmethod: 'credit_card', store_card: stored } as const;
  const ids = await repeat(times, () => world.books.order(derivePlace(world), order));
  const payment = recordOrder(world, ids, quote, { method: 'card', begun, card: stored ? 'stored' : 'none' });
  // Some buyers leave, and the bank answers later or never.
  if (payment && share > 150) await decide(world, payment, share > 250 ? 'paid' : 'failed', times);
}

export const orders: Readonly<Record<string, Operation>> = {
  buy: (world, draw) => buy(world, draw, false),
  'buy with a code': (world, draw) => buy(world, draw, true),
  'order by transfer': async (world, draw) => {
    const begun = draw.how % 5 !== 0;
    const wanted = wantedBy(world, draw, draw.how % 3 === 0);
    const quote = wanted.market === 'NL' ? findOrderPrice(world, wanted) : undefined;
    const order = { ...buildOrder(wanted, begun), paymentmethod: 'wire_transfer' } as const;
    const ids = await repeat(draw.times, () => world.books.order(derivePlace(world), order));
    recordOrder(world, ids, quote, { method: 'transfer', begun, card: 'none' });
  },
  'order by direct debit': async (world, draw) => {
    const { books, model } = world;
    // Wait to stay below the limits of three direct debits a day and of codes per hour, which are not under test.
    books.wait(day);
    const begun = draw.how % 5 !== 0;
    const wanted = wantedBy(world, draw, draw.how % 3 === 0);
    const quote = findOrderPrice(world, wanted);
    const open = model.payments.filter(({ method, state }) => method === 'debit' && state === 'open');
    const exposed = open.reduce((sum, { price }) => sum + price, quote?.minor ?? 0);
    const isRefused = wanted.market !== 'NL' || model.balance < 0 || exposed > exposure;
    const id = await books.debit(derivePlace(world), buildOrder(wanted, begun), draw.times);
    recordOrder(world, [id], isRefused ? undefined : quote, { method: 'debit', begun, card: 'none' });
  },
  'repeat order': async (world, draw) => {
    const { books, model } = world;
    const storing = pick(
      model.payments.filter(({ card, state }) => card !== 'none' && state === 'completed'),
      draw.how,
    );
    if (!storing) return;
    // The provider must report the card as valid.
    await runJobs(world, 1, false);
    const stored_card = await world.findCard(storing.id);
    if (stored_card === undefined) return differ('a card was not stored');
    books.bank.nextCharge = draw.share > 300 ? 'paid' : 'failed';
    const wanted = wantedBy(world, draw, draw.how % 3 === 0);
    const quote = storing.card === 'removed' ? undefined : findOrderPrice(world, wanted);
    const order = { ...buildOrder(wanted, true), paymentmethod: 'credit_card', stored_card } as const;
    const ids = await repeat(draw.times, () => books.order(derivePlace(world), order));
    const payment = recordOrder(world, ids, quote, { method: 'charge', begun: true, card: 'none' });
    if (!payment) return;
    if (books.bank.nextCharge === 'paid') complete(world, payment);
    else fail(world, payment);
  },
  'remove a card': async (world, { which }) => {
    const { books, model } = world;
    const storing = pick(
      model.payments.filter(({ card, state }) => card === 'stored' && state === 'completed'),
      which,
    );
    const card = storing && (await world.findCard(storing.id));
    if (!storing || card === undefined) return;
    await books.removeCard(derivePlace(world), card);
    storing.card = 'removed';
  },
  'the bank answers': async (world, { which, how, times }) => {
    const { model, books } = world;
    const waiting = model.payments.filter(({ state, method }) => state !== 'completed' && method !== 'charge');
    const payment = pick(waiting, which);
    if (!payment) return;
    const paid = how % 3 !== 0;
    // A transfer is paid on day 3 or expires on day 14; a direct debit fails on day 5. Some are paid after they failed.
    if (payment.method === 'transfer') books.wait((paid ? 3 : 14) * day);
    else if (payment.method === 'debit') books.wait((paid ? 2 : 5) * day);
    else books.wait(hour);
    await decide(world, payment, paid ? 'paid' : 'failed', times);
  },
};

/** Runs the waiting jobs: receipts, cards, and refunds of withdrawals, which the model predicts. */
export async function runJobs({ books, model }: World, times: number, reversed: boolean): Promise<void> {
  await books.jobs.run({ times, reversed });
  for (const payment of model.payments) {
    const { withdrawal, price } = payment;
    if (withdrawal?.state === 'confirmed') {
      const minor = Math.min(withdrawal.upTo - withdrawal.from, price - model.returned(payment));
      model.reverse(payment, () => {
        withdrawal.state = 'refunded';
        withdrawal.refundId = minor > 0 ? 'pending' : null;
        if (minor > 0) payment.reversals.push({ id: 'pending', kind: 'refund', minor, undone: false });
      });
    }
    const refund = payment.reversals.find(({ id }) => id === 'pending');
    const made = books.bank
      .listReversals(payment.id)
      .filter(({ id }) => !payment.reversals.some((one) => one.id === id));
    const [first] = made;
    if (made.length !== (refund ? 1 : 0) || first?.minor !== refund?.minor)
      differ(
        `a withdrawal paid back ${made.map(({ minor }) => minor).join(' and ')}, not ${refund?.minor ?? 'nothing'}`,
      );
    if (!refund || !first || !withdrawal) continue;
    refund.id = first.id;
    withdrawal.refundId = first.id;
  }
}
