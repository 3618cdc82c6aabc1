import type { AppContext } from '../../server/context.ts';
import { type Random, randomFrom } from '../faults/random.ts';
import { giveAgain, giveBack, spend, spendTooMuch } from './credit-operations.ts';
import { type Sold, buy, reverse } from './payment-operations.ts';

/** What the acts told whoever asked for them, in credits; and what the provider has, by its payments. */
export interface Trade {
  context: AppContext;
  memberIds: readonly string[];
  told: { given: number; spent: number; returned: number };
  sold: Sold[];
  /** Charges that were not returned yet. */
  charges: { memberId: string; cause: 'message' | 'photo' | 'gift'; causeId: string; amount: number }[];
  /** How many operations there were of each kind. */
  done: Record<string, number>;
}

/** One act; tells how many operations it was. */
type Act = (trade: Trade, random: Random) => Promise<number>;

// Out of a hundred acts. An act of spending is many operations, one a member: as messages share their commits.
const acts: readonly { name: string; share: number; act: Act }[] = [
  { name: 'spend', share: 12, act: spend },
  { name: 'spend too much', share: 6, act: spendTooMuch },
  { name: 'return', share: 20, act: giveBack },
  { name: 'bonus', share: 20, act: giveAgain },
  { name: 'buy', share: 28, act: buy },
  { name: 'refund or chargeback', share: 14, act: reverse },
];
const lanes = 8;

/**
 * Lets members buy, spend, return, be given credits and get money back at random, through the functions of the server
 * and eight at a time on the same members, until there were `operations`. Many are repeated at once, as notices and
 * clients do. The same seed makes the same choices in each lane; which lane comes first is the machine's.
 */
export async function tradeAtRandom(
  context: AppContext,
  memberIds: readonly string[],
  { operations, seed, say }: { operations: number; seed: string; say(line: string): void },
): Promise<Trade> {
  const told = { given: 0, spent: 0, returned: 0 };
  const trade: Trade = { context, memberIds, told, sold: [], charges: [], done: {} };
  const tenth = Math.ceil(operations / 10);
  let count = 0;
  const lane = async (random: Random): Promise<void> => {
    while (count < operations) {
      const { name, act } = draw(random);
      const made = await act(trade, random);
      trade.done[name] = (trade.done[name] ?? 0) + made;
      if (Math.floor((count + made) / tenth) > Math.floor(count / tenth))
        say(`  ${(count + made).toLocaleString('en')}`);
      count += made;
    }
  };
  const random = randomFrom(seed);
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(random.fork(`lane ${number}`))));
  return trade;
}

function draw(random: Random): { name: string; act: Act } {
  let left = random.between(1, 100);
  for (const one of acts) {
    left -= one.share;
    if (left <= 0) return one;
  }
  throw new Error('the shares of the acts are less than a hundred');
}
