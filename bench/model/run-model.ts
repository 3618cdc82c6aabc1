import fc from 'fast-check';

import type { AppContext } from '../../server/context.ts';
import { composed } from '../../server/platform/database/database.ts';
import type { Books, Bundle } from './books.ts';
import { Model } from './model.ts';
import { type Draw, type World, operations, sequences } from './operations.ts';

const bundles: readonly Bundle[] = [
  { credits: 50, minor: 999, currency: 'EUR' },
  { credits: 120, minor: 1_999, currency: 'EUR' },
  { credits: 300, minor: 6_799, currency: 'GBP' },
  { credits: 7, minor: 109_900, currency: 'NOK' },
];

export interface ModelRun {
  context: AppContext;
  books: Books;
  /** A fresh member with an empty wallet; returns the id. */
  openMember(): Promise<string>;
}

/** Runs one sequence for a fresh member and compares books and model after each step. Throws at the first difference. */
async function runSequence({ context, books, openMember }: ModelRun, draws: readonly Draw[]): Promise<void> {
  const memberId = await openMember();
  const model = new Model();
  const world: World = {
    memberId,
    model,
    books,
    bundles: [...bundles],
    ordered: new Map(),
    resync: async () => {
      const { lots } = await readBooks(context, memberId);
      for (const [index, lot] of model.lots.entries()) lot.left = lots[index] ?? 0;
    },
  };
  for (const [step, draw] of draws.entries()) {
    const held = model.lots.reduce((sum, { left }) => sum + left, 0);
    await operations[draw.operation]?.(world, draw);
    const expected = expectedBooks(model);
    const found = await readBooks(context, memberId);
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error(
        `after step ${step + 1} (${draw.operation}, ${held} held): expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`,
      );
  }
}

interface Found {
  balance: number;
  /** The sum of the entries, which must be the balance. */
  entries: number;
  /** What is left of each lot, in the order in which they were opened. */
  lots: number[];
  held: number;
  /** What was kept of each payment, in minor units. */
  kept: number[];
  premium: boolean;
}

function expectedBooks(model: Model): Found {
  const lots = model.lots.map(({ left }) => left);
  return {
    balance: model.balance,
    entries: model.balance,
    lots,
    held: Math.max(0, model.balance),
    kept: model.payments.map((payment) => model.kept(payment).minor),
    premium: model.isPremium(),
  };
}

async function readBooks({ database }: AppContext, memberId: string): Promise<Found> {
  const [row] = await database.all(
    composed<Found>(
      `select w.balance,
              (select coalesce(sum(case when to_account = 'member' then amount else -amount end), 0)::int
                 from ledger_entries e where e.member_id = w.member_id) as entries,
              (select coalesce(json_agg(l.credits_left order by l.created_at), '[]'::json)
                 from lots l where l.member_id = w.member_id) as lots,
              (select coalesce(sum(credits_left), 0)::int from lots l where l.member_id = w.member_id) as held,
              (select coalesce(json_agg(kept order by first), '[]'::json)
                 from (select sum(case when m.to_account = 'sales' then m.amount else -m.amount end)::int as kept, min(p.created_at) as first
                         from money_entries m join payments p using (member_id, payment_id)
                        where m.member_id = w.member_id group by payment_id) as each) as kept,
              m.paid_at is not null as premium
         from wallets w join members m using (member_id) where w.member_id = $1`,
      [memberId],
    ),
  );
  if (!row) throw new Error('the member is missing');
  return row;
}

/**
 * Runs `seeds` random sequences of `length` operations, eight at a time. Returns the first difference between model and
 * books with the shortest sequence that shows it; undefined when there is none.
 */
export async function runModel(
  run: ModelRun,
  options: { seeds: number; length: number; first?: number; print?(line: string): void },
): Promise<string | undefined> {
  const { seeds, length, first = 1, print } = options;
  const arbitrary = sequences(length);
  let next = first;
  let failed: { seed: number; draws: Draw[] } | undefined;
  const worker = async (): Promise<void> => {
    while (next < first + seeds && failed === undefined) {
      const seed = next;
      next += 1;
      if (print && (seed - first) % Math.ceil(seeds / 10) === 0) print(`  ${seed - first} sequences`);
      const [draws = []] = fc.sample(arbitrary, { seed, numRuns: 1 });
      if ((await faultOf(run, draws)) !== undefined) failed ??= { seed, draws };
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  if (failed === undefined) return undefined;
  const draws = await shorten(run, failed.draws);
  return `seed ${failed.seed}: ${await faultOf(run, draws)}\n${draws.map((draw) => JSON.stringify(draw)).join('\n')}`;
}

async function faultOf(run: ModelRun, draws: readonly Draw[]): Promise<string | undefined> {
  return runSequence(run, draws).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** Leaves out whatever the fault does not need. */
async function shorten(run: ModelRun, draws: readonly Draw[]): Promise<readonly Draw[]> {
  let shortest = draws;
  for (let index = draws.length - 1; index >= 0; index -= 1) {
    const fewer = shortest.filter((_, other) => other !== index);
    if ((await faultOf(run, fewer)) !== undefined) shortest = fewer;
  }
  return shortest;
}
