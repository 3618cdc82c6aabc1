import type { CreditLot } from './operations.ts';

/** An amount of money in minor units. */
interface Money {
  minor: number;
  currency: string;
}

export interface Spender {
  credits: number;
  paid_user: boolean;
  /** The member's lots in spending order. */
  credit_lots: readonly CreditLot[];
}

/**
 * The cost in money, rounded up. `paid`: the price of the credits that would be spent. `given`: all of them were free.
 * `from`: the lowest price, for members with too few bought credits. Null if no price or no single currency is known.
 */
export type CreditsCost = ({ kind: 'paid' | 'from' } & Money) | { kind: 'given' } | null;

/** Returns what credits cost. `lowest` is the lowest price of one message and its cost in credits. */
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

/** Returns undefined if the lots hold too few. Lots read before the latest spending have a surplus: it is deducted. */
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
