import { randomUUID } from 'node:crypto';

import fc from 'fast-check';

import type { ModelPayment } from './model.ts';
import { orders, runJobs } from './orders.ts';
import { bundles, marketNames, siteNames } from './shop.data.ts';
import {
  type Draw,
  type Operation,
  type World,
  day,
  differ,
  hour,
  part,
  pick,
  derivePlace,
  repeat,
  tell,
} from './world.ts';

const causes = ['message', 'photo', 'gift'] as const;
const percentages = [5, 10, 20, 25, 50] as const;

/** Each operation changes the books by the server's functions, and the model by its own arithmetic. */
export const operations: Readonly<Record<string, Operation>> = {
  ...orders,
  spend: async ({ model, books }, { share, how }) => {
    const amount = part(60, share);
    const cause = causes[how % 3] ?? 'gift';
    const causeId = randomUUID();
    const done = books.spend({ amount, cause, causeId, key: how % 2 === 0 ? causeId : null });
    if (!model.canSpend(amount)) return mustBeRefused(done);
    await done;
    model.spend(causeId, cause, amount);
  },
  'spend everything': async ({ model, books }) => {
    const amount = model.balance;
    if (amount <= 0) return;
    const causeId = randomUUID();
    await books.spend({ amount, cause: 'message', causeId, key: causeId });
    model.spend(causeId, 'message', amount);
  },
  'give back': async ({ model, books, resync }, { which, times }) => {
    const charge = pick(model.charges, which);
    if (!charge) return;
    await repeat(times, () => books.giveBack(charge.cause, charge.id));
    const isElsewhere = model.giveBack(charge);
    model.reclaim();
    if (isElsewhere) await resync();
  },
  bonus: async ({ model, books }, { share }) => {
    const credits = part(40, share);
    await books.bonus(credits, randomUUID());
    model.grant(credits, null);
  },
  'refund a part': (world, draw) => reverse(world, draw, 'refund', draw.share),
  'refund the rest': (world, draw) => reverse(world, draw, 'refund', 1_000),
  chargeback: (world, draw) => reverse(world, draw, 'chargeback', 1_000),
  'return a direct debit': async (world, { which, times }) => {
    const debits = world.model.payments.filter(({ method, state }) => method === 'debit' && state === 'completed');
    const payment = pick(
      debits.filter(({ reversals }) => !reversals.some(({ kind, undone }) => kind === 'chargeback' && !undone)),
      which,
    );
    if (!payment) return;
    world.books.wait(5 * day);
    await reversePayment(world, payment, { kind: 'chargeback', minor: payment.price, times });
  },
  'undo a refund or chargeback': async (world, draw) => {
    const payment = pick(
      world.model.payments.filter(({ reversals }) => reversals.some(({ undone }) => !undone)),
      draw.which,
    );
    const standing = pick(payment?.reversals.filter(({ undone }) => !undone) ?? [], draw.how);
    if (payment && standing) await undo(world, payment, standing.id, draw.times);
  },
  withdraw: async (world, { which, how, times }) => {
    const { model, books } = world;
    // Most withdrawals concern refundable payments.
    const open = model.payments.filter((one) => mayWithdraw(world, one) !== false);
    const payment = pick(how % 4 === 0 || open.length === 0 ? model.payments : open, which);
    if (!payment) return;
    const key = randomUUID();
    const expected = mayWithdraw(world, payment);
    const outcomes = await repeat(times, () => books.withdraw(derivePlace(world), payment.id, key));
    const [accepted = false] = outcomes;
    if (outcomes.includes(!accepted)) differ('a repeated withdrawal had another answer');
    if (expected !== 'either' && accepted !== expected)
      differ(accepted ? 'a withdrawal was not refused' : 'a withdrawal was refused');
    if (accepted) model.withdraw(payment);
  },
  'run jobs': (world, { which, how, times }) => {
    world.books.bank.losing = (['nothing', 'request', 'answer'] as const)[which % 3] ?? 'nothing';
    return runJobs(world, times, how % 2 === 0);
  },
  'change prices': async ({ prices, place, setPrices, books }, { share, how }) => {
    const changed = bundles.map(({ id }, index) => {
      const minor = part(2 * prices.now({ ...place, bundle: id }), 1 + ((share + how * index) % 1_000));
      return [id, Math.min(200_000, Math.max(20, minor))] as const;
    });
    const from = books.now();
    await setPrices(place, new Map(changed));
    for (const [bundle, minor] of changed) prices.set({ ...place, bundle }, from, minor);
  },
  'change the site': async (world, { which, how }) => {
    world.place = { site: siteNames[which % 2] ?? 'first', market: marketNames[how % 6] ?? 'NL' };
  },
  'add a code': async ({ prices, books }, { which, share, how }) => {
    if (prices.codes.length >= 12) return;
    const code = {
      name: `CODE-${prices.codes.length}`,
      site: siteNames[which % 2] ?? 'first',
      percentage: percentages[share % 5] ?? 10,
      minimum: how % 4 === 0 ? 1_500 : 0,
      market: how % 5 === 0 ? ('NL' as const) : null,
      usesMax: how % 3 === 0 ? 1 + (how % 2) : null,
      memberUsesMax: how % 7 === 0 ? 2 : 1,
      uses: 0,
    };
    await books.addCode(code);
    prices.codes.push(code);
  },
  wait: async ({ books }, { share }) => {
    books.wait(share < 400 ? part(8, share) * hour : part(10, share) * day);
  },
};

/** Between these ages, weekends and holidays decide whether the period has ended. */
const [surelyInTime, surelyOver] = [13 * day, 25 * day];

function mayWithdraw({ model, books }: World, payment: ModelPayment): boolean | 'either' {
  const { withdrawal, state, completedAt } = payment;
  if (state !== 'completed' || (withdrawal && withdrawal.state !== 'failed') || model.withdrawable(payment) === 0)
    return false;
  if (withdrawal) return true;
  const age = books.now() - completedAt;
  if (age < surelyInTime) return true;
  return age > surelyOver ? false : 'either';
}

/**
 * Reverses a payment. Providers refund at most the price, and a bank charges back a payment once, but one payment may
 * get both.
 */
async function reverse(world: World, draw: Draw, kind: 'refund' | 'chargeback', share: number): Promise<void> {
  const computeLeft = ({ price, reversals }: ModelPayment): number =>
    reversals.reduce((left, one) => (one.kind === kind && !one.undone ? left - one.minor : left), price);
  const payment = pick(
    world.model.payments.filter((one) => one.state === 'completed' && computeLeft(one) > 0),
    draw.which,
  );
  if (payment)
    await reversePayment(world, payment, { kind, minor: part(computeLeft(payment), share), times: draw.times });
}

async function reversePayment(
  world: World,
  payment: ModelPayment,
  { kind, minor, times }: { kind: 'refund' | 'chargeback'; minor: number; times: number },
): Promise<void> {
  const reversal = { id: randomUUID(), kind, minor, undone: false };
  world.model.reverse(payment, () => payment.reversals.push({ ...reversal }));
  world.books.bank.reverse(payment.id, { ...reversal, key: null });
  await tell(world, payment.id, times);
}

/** Cancels a refund or wins a dispute. The credits that it took come back, also those taken by a withdrawal. */
async function undo(world: World, payment: ModelPayment, id: string, times: number): Promise<void> {
  const { model, books } = world;
  const { withdrawal } = payment;
  const older = books.bank.seen(payment.id);
  books.bank.undo(payment.id, id);
  model.reverse(payment, () => {
    for (const one of payment.reversals) if (one.id === id) one.undone = true;
    if (withdrawal?.refundId === id) withdrawal.state = payment.declined ? 'by hand' : 'failed';
    // The withdrawal was covered by a chargeback that is now undone, so the buyer must still be refunded.
    else if (withdrawal?.state === 'refunded' && withdrawal.refundId === null)
      withdrawal.state = model.returned(payment) < withdrawal.upTo ? 'confirmed' : 'refunded';
  });
  await tell(world, payment.id, times);
  // An outdated response arrives last.
  await books.settle(payment.id, older);
  // Another refund may have replaced this one; credits then move between lots.
  await world.resync();
}

async function mustBeRefused(work: Promise<void>): Promise<void> {
  const failed = await work.then(
    () => false,
    () => true,
  );
  if (!failed) differ('more was spent than there is');
}

const often = ['spend', 'spend', 'spend', 'spend everything', 'give back', 'give back', 'bonus', 'buy', 'wait'];

export function generateSequences(length: number): fc.Arbitrary<Draw[]> {
  const draw = fc.record({
    operation: fc.constantFrom(...Object.keys(operations), ...often),
    which: fc.nat(20),
    share: fc.integer({ min: 1, max: 1_000 }),
    how: fc.nat(210),
    times: fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 3),
  });
  return fc.noBias(fc.array(draw, { minLength: 1, maxLength: 2 * length, size: 'max' }));
}
