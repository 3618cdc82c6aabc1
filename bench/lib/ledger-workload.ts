import type { AppContext } from '../../server/context.ts';
import { type Random, randomFrom } from '../faults/random.ts';
import { giveBonus, returnCharge, spend, spendTooMuch } from './credit-operations.ts';
import { type Sold, buy, reversePayment } from './payment-operations.ts';

/** The state of a workload: its operations' results in credits, and the payments at the provider. */
export interface LedgerWorkload {
  context: AppContext;
  memberIds: readonly string[];
  reported: { given: number; spent: number; returned: number };
  sold: Sold[];
  charges: { memberId: string; cause: 'message' | 'photo' | 'gift'; causeId: string; amount: number }[];
  done: Record<string, number>;
}

/** Runs one operation; returns the number of operations that it counts for. */
type Operation = (workload: LedgerWorkload, random: Random) => Promise<number>;

// Shares in percent. A `spend` counts as one operation per member, since messages share a transaction.
const operations: readonly { name: string; share: number; run: Operation }[] = [
  { name: 'spend', share: 12, run: spend },
  { name: 'spend too much', share: 6, run: spendTooMuch },
  { name: 'return', share: 20, run: returnCharge },
  { name: 'bonus', share: 20, run: giveBonus },
  { name: 'buy', share: 28, run: buy },
  { name: 'refund or chargeback', share: 14, run: reversePayment },
];
const workers = 8;

/**
 * Runs random purchases, charges, returns, bonuses, refunds and chargebacks through the server's own functions, with
 * eight workers on the same members, until `operations` are done. Many are repeated in parallel, as webhooks and
 * clients do. The same seed gives each worker the same choices, but not the same interleaving.
 */
export async function runLedgerWorkload(
  context: AppContext,
  memberIds: readonly string[],
  { operations, seed, print }: { operations: number; seed: string; print(line: string): void },
): Promise<LedgerWorkload> {
  const reported = { given: 0, spent: 0, returned: 0 };
  const workload: LedgerWorkload = { context, memberIds, reported, sold: [], charges: [], done: {} };
  const tenth = Math.ceil(operations / 10);
  let count = 0;
  const worker = async (random: Random): Promise<void> => {
    while (count < operations) {
      const { name, run } = draw(random);
      const made = await run(workload, random);
      workload.done[name] = (workload.done[name] ?? 0) + made;
      if (Math.floor((count + made) / tenth) > Math.floor(count / tenth))
        print(`  ${(count + made).toLocaleString('en')}`);
      count += made;
    }
  };
  const random = randomFrom(seed);
  await Promise.all(Array.from({ length: workers }, (_, number) => worker(random.fork(`worker ${number}`))));
  return workload;
}

function draw(random: Random): { name: string; run: Operation } {
  let left = random.between(1, 100);
  for (const one of operations) {
    left -= one.share;
    if (left <= 0) return one;
  }
  throw new Error('the shares add up to less than 100');
}
