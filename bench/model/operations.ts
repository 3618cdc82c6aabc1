import { randomUUID } from 'node:crypto';

import fc from 'fast-check';

import type { Books, Bundle } from './books.ts';
import type { Model } from './model.ts';

/** One member's model beside the books. `resync`: lots were filled again, whose order the model does not foretell. */
export interface World {
  memberId: string;
  model: Model;
  books: Books;
  bundles: Bundle[];
  ordered: Map<string, Bundle>;
  resync(): Promise<void>;
}

/**
 * What an operation draws: three numbers, which it reads as it needs them. All of one kind, so that sequences of any
 * operations shrink well.
 */
export interface Draw {
  operation: string;
  /** Which of the things there are. */
  which: number;
  /** How much, in thousandths. */
  share: number;
  /** How often the same is done at once: a webhook or a click that is repeated. */
  times: number;
}

type Operation = (world: World, draw: Draw) => Promise<void>;

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];
const part = (of: number, share: number): number => Math.max(1, Math.round((of * share) / 1_000));
const repeat = async (times: number, run: () => Promise<unknown>): Promise<void> =>
  void (await Promise.all(Array.from({ length: times }, run)));

/**
 * What may happen to a member's money and credits. Every operation changes the books by the server's functions and the
 * model by its own arithmetic; both are compared after each. Further ways of paying and of getting back have their place
 * here: withdrawal, discount code, repeat order, direct debit, wire transfer.
 */
export const operations: Readonly<Record<string, Operation>> = {
  buy: async ({ memberId, model, books, bundles, ordered }, { which, times }) => {
    const bundle = pick(bundles, which);
    if (!bundle) return;
    const id = await books.order(memberId, bundle);
    await repeat(times, () => books.settle(memberId, id, bundle, []));
    ordered.set(id, bundle);
    model.payments.push({ id, price: bundle.minor, currency: bundle.currency, credits: bundle.credits, reversals: [] });
    model.grant(bundle.credits, id);
  },
  spend: async ({ memberId, model, books }, { share }) => {
    const amount = part(60, share);
    const id = randomUUID();
    const done = books.spend(memberId, amount, id);
    if (!model.canSpend(amount)) return refused(done);
    await done;
    model.spend(id, amount);
  },
  'spend everything': async ({ memberId, model, books }) => {
    if (model.balance <= 0) return;
    const id = randomUUID();
    await books.spend(memberId, model.balance, id);
    model.spend(id, model.balance);
  },
  'give back': async ({ memberId, model, books, resync }, { which, times }) => {
    const charge = pick(model.charges, which);
    if (!charge) return;
    await repeat(times, () => books.giveBack(memberId, charge.id));
    if (model.giveBack(charge)) await resync();
  },
  bonus: async ({ memberId, model, books }, { share }) => {
    const credits = part(40, share);
    await books.bonus(memberId, credits, randomUUID());
    model.grant(credits, null);
  },
  'refund a part': (world, draw) => reverse(world, draw, 'refund', draw.share),
  'refund the rest': (world, draw) => reverse(world, draw, 'refund', 1_000),
  chargeback: (world, draw) => reverse(world, draw, 'chargeback', 1_000),
  'undo a refund or chargeback': async (world, { which, times }) => {
    const { model } = world;
    const payment = pick(
      model.payments.filter(({ reversals }) => reversals.some(({ undone }) => !undone)),
      which,
    );
    const standing = pick(payment?.reversals.filter(({ undone }) => !undone) ?? [], which);
    if (!payment || !standing) return;
    const older = payment.reversals.map((one) => ({ ...one }));
    model.reverse(payment, () => {
      standing.undone = true;
    });
    await settleAgain(world, payment, times);
    // An answer from before arrives last.
    await world.books.settle(world.memberId, payment.id, bundleOf(world, payment.id), older);
    // Another refund may have taken its place: credits then come back to some lots and leave others.
    await world.resync();
  },
  'change prices': async ({ bundles }, { share }) => {
    for (const [index, bundle] of bundles.entries())
      bundles[index] = { ...bundle, minor: part(2 * bundle.minor, share) };
  },
};

async function reverse(world: World, draw: Draw, kind: 'refund' | 'chargeback', share: number): Promise<void> {
  const payment = pick(world.model.payments, draw.which);
  if (!payment) return;
  const minor = part(payment.price, share);
  world.model.reverse(payment, () => payment.reversals.push({ id: randomUUID(), kind, minor, undone: false }));
  await settleAgain(world, payment, draw.times);
}

const settleAgain = (world: World, { id, reversals }: Model['payments'][number], times: number): Promise<void> =>
  repeat(times, () =>
    world.books.settle(
      world.memberId,
      id,
      bundleOf(world, id),
      reversals.map((one) => ({ ...one })),
    ),
  );

function bundleOf({ ordered }: World, paymentId: string): Bundle {
  const bundle = ordered.get(paymentId);
  if (!bundle) throw new Error('a payment without its order');
  return bundle;
}

async function refused(work: Promise<void>): Promise<void> {
  const failed = await work.then(
    () => false,
    () => true,
  );
  if (!failed) throw new Error('more was spent than there is');
}

/** Random sequences of operations. */
export function sequences(length: number): fc.Arbitrary<Draw[]> {
  const draw = fc.record({
    operation: fc.constantFrom(...Object.keys(operations)),
    which: fc.nat(20),
    share: fc.integer({ min: 1, max: 1_000 }),
    times: fc.constantFrom(1, 1, 1, 2, 3),
  });
  return fc.array(draw, { minLength: length, maxLength: length });
}
