import type { CreditLot } from './operations.ts';

/** Money in minor units of a currency. */
export interface Money {
  minor: number;
  currency: string;
}

export interface Spender {
  credits: number;
  paid_user: boolean;
  /** In spending order. */
  credit_lots: readonly CreditLot[];
}

/**
 * The cost of credits in money, rounded up. `paid`: the price that the member paid for the credits that would be spent.
 * `given`: all of those credits were free. `from`: the lowest price, for members who have bought none or have too few
 * left. Null if no price is known, or if the credits were bought in several currencies.
 */
export type CreditsCost = ({ kind: 'paid' | 'from' } & Money) | { kind: 'given' } | null;

/** Returns what `credits` cost in money. `lowest` is the lowest price of one message and its cost in credits. */
export function costOfCredits(
  credits: number,
  spender: Spender,
  lowest: { costs: number; currency: string; credits: number } | undefined,
): CreditsCost {
  if (credits <= 0) return null;
  const uses = lotsToSpend(spender, credits);
  if (spender.paid_user && uses) return costOfUses(uses);
  if (!lowest || lowest.credits <= 0) return null;
  return { kind: 'from', minor: Math.ceil((lowest.costs * credits) / lowest.credits), currency: lowest.currency };
}

interface LotUse {
  lot: CreditLot;
  credits: number;
}

/**
 * Returns the lots that credits would be taken from; undefined if the lots hold too few. Lots that were read before the
 * latest spending add up to more than the balance; the surplus is deducted from the first lots.
 */
function lotsToSpend({ credits: balance, credit_lots: lots }: Spender, credits: number): LotUse[] | undefined {
  let gone = Math.max(0, lots.reduce((sum, lot) => sum + lot.credits, 0) - balance);
  let missing = credits;
  const uses: LotUse[] = [];
  for (const lot of lots) {
    const spent = Math.min(lot.credits, gone);
    const taken = Math.min(lot.credits - spent, missing);
    gone -= spent;
    missing -= taken;
    if (taken > 0) uses.push({ lot, credits: taken });
  }
  return missing === 0 ? uses : undefined;
}

function costOfUses(uses: readonly LotUse[]): CreditsCost {
  const paid = uses.filter(({ lot }) => lot.amount > 0);
  const currencies = new Set(paid.map(({ lot }) => lot.currency));
  const [currency] = currencies;
  if (!currency) return { kind: 'given' };
  if (currencies.size > 1) return null;
  const exact = paid.reduce((sum, { lot, credits }) => sum + (lot.amount * credits) / lot.of, 0);
  // Sums of fractions can come out a hair above a whole number.
  return { kind: 'paid', minor: Math.ceil(exact - 1e-6), currency };
}
