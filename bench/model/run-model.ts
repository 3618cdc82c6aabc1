import fc from 'fast-check';
import type pg from 'pg';

import type { Books } from './books.ts';
import { compareBooks, compareJournals, readLots, writePrices } from './compare.ts';
import { Model } from './model.ts';
import { operations, sequences } from './operations.ts';
import { runJobs } from './orders.ts';
import { Prices } from './prices.ts';
import { bundles, marketNames, markets, siteNames } from './shop.data.ts';
import { type Draw, type World, day } from './world.ts';

export interface ModelRun {
  pool: pg.Pool;
  /** Opens the books of a fresh member with an empty wallet. */
  openBooks(memberId: string): Books;
  openMember(): Promise<string>;
}

/** Runs one sequence for a fresh member, comparing books and model after each step. Throws at a difference. */
async function runSequence(run: ModelRun, draws: readonly Draw[]): Promise<void> {
  const { pool } = run;
  const world = await openWorld(run);
  const { model, books } = world;
  for (const [step, draw] of draws.entries()) {
    const text = `after step ${step + 1} (${draw.operation})`;
    world.moved = false;
    await operations[draw.operation]?.(world, draw).catch((error: unknown) => fault(text, error));
    if (!world.moved) continue;
    await compareBooks(pool, books, model).catch((error: unknown) => fault(text, error));
  }
  const isHeld = (id: string): boolean => model.payments.some((one) => one.id === id && one.claim?.held === true);
  try {
    await runJobs(world, 1, false);
    await compareBooks(pool, books, model);
    await compareJournals(pool, books, model, isHeld);
  } catch (error) {
    fault('in the end', error);
  }
}

function fault(where: string, error: unknown): never {
  throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
}

async function openWorld({ pool, openBooks, openMember }: ModelRun): Promise<World> {
  const member = await openMember();
  const books = watch(openBooks(member), () => (world.moved = true));
  const model = new Model();
  const now = books.now();
  const world: World = {
    model,
    books,
    prices: new Prices(now),
    place: { site: 'first', market: 'NL' },
    moved: false,
    resync: async () => {
      const lots = await readLots(pool, member);
      for (const [index, lot] of model.lots.entries()) lot.left = lots[index] ?? 0;
    },
    cardOf: async (payment) => {
      const text = 'select card_id from stored_cards where member_id = $1 and payment_id = $2';
      const found = await pool.query<{ card_id: string }>({ name: 'model.card', text, values: [member, payment] });
      return found.rows[0]?.card_id;
    },
    setPrices: async (minors) => {
      const { site, market } = world.place;
      const { currency } = markets[market];
      await writePrices(pool, books.scopeOf(site), { market, currency, from: books.now() }, minors);
    },
  };
  await openShop(pool, books, now);
  return world;
}

const movements = ['order', 'debit', 'settle', 'spend', 'giveBack', 'bonus', 'withdraw', 'removeCard'] as const;

/** Reports movements, since unmoved books need not be compared again. */
function watch(books: Books, note: () => void): Books {
  const watched = movements.map((name) => {
    const move = books[name] as (...given: unknown[]) => unknown;
    return [name, (...given: unknown[]) => (note(), move(...given))] as const;
  });
  const run: Books['jobs']['run'] = (options) => (note(), books.jobs.run(options));
  return { ...books, ...Object.fromEntries(watched), jobs: { ...books.jobs, run } };
}

/** Opens both sites' bundles, with prices that have been in force for 90 days. */
async function openShop(pool: pg.Pool, books: Books, now: number): Promise<void> {
  for (const site of siteNames) {
    const scope = books.scopeOf(site);
    await pool.query({
      name: 'model.open-bundles',
      text: `insert into bundles (scope, bundle_id, credits, position)
             select $1, b.id, b.credits, 1 from unnest($2::text[], $3::int[]) as b (id, credits)`,
      values: [scope, bundles.map(({ id }) => id), bundles.map(({ credits }) => credits)],
    });
    for (const market of marketNames) {
      const { currency } = markets[market];
      const minors = new Map(bundles.map(({ id, minor }) => [id, minor[market]]));
      await writePrices(pool, scope, { market, currency, from: now - 90 * day }, minors);
    }
  }
}

/** The number and length of sequences, the first seed, and whether a failing sequence is shortened. */
export interface ModelOptions {
  seeds: number;
  length: number;
  first?: number;
  shortened?: boolean;
}

/**
 * Runs `seeds` random sequences of `length` operations, eight at a time. Returns the first difference between model and
 * books, with the shortest sequence that shows it; undefined if there is none.
 */
export async function runModel(run: ModelRun, options: ModelOptions): Promise<string | undefined> {
  const { seeds, length, first = 1, shortened = true } = options;
  const arbitrary = sequences(length);
  let next = first;
  let failed: { seed: number; draws: Draw[]; fault: string } | undefined;
  const worker = async (): Promise<void> => {
    while (next < first + seeds && failed === undefined) {
      const seed = next;
      next += 1;
      const [draws = []] = fc.sample(arbitrary, { seed, numRuns: 1 });
      const found = await findFault(run, draws);
      if (found !== undefined) failed ??= { seed, draws, fault: found };
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  if (failed === undefined) return undefined;
  if (!shortened) return `seed ${failed.seed}: ${failed.fault}`;
  const draws = await shorten(run, failed.draws);
  return `seed ${failed.seed}: ${await findFault(run, draws)}\n${draws.map((draw) => JSON.stringify(draw)).join('\n')}`;
}

async function findFault(run: ModelRun, draws: readonly Draw[]): Promise<string | undefined> {
  return runSequence(run, draws).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** Drops every step that the fault does not need. */
async function shorten(run: ModelRun, draws: readonly Draw[]): Promise<readonly Draw[]> {
  let shortest = draws;
  for (let index = draws.length - 1; index >= 0; index -= 1) {
    const fewer = shortest.filter((_, other) => other !== index);
    if ((await findFault(run, fewer)) !== undefined) shortest = fewer;
  }
  return shortest;
}
