/** Credits that are left of one bundle or gift of the house. */
export interface OpenLot {
  lot_id: string;
  credits_left: number;
}

/** How many credits of a lot an entry takes. */
export interface LotUse {
  lotId: string;
  credits: number;
}

/**
 * Which lots `amount` credits come from. `lots` are in the order of spending: what the house gave first, then what was
 * bought, each oldest first, so that the money a member could still get back is touched last.
 */
export function takeLots(lots: readonly OpenLot[], amount: number): LotUse[] {
  const uses: LotUse[] = [];
  let missing = amount;
  for (const lot of lots) {
    if (missing === 0) break;
    const credits = Math.min(lot.credits_left, missing);
    if (credits > 0) uses.push({ lotId: lot.lot_id, credits });
    missing -= credits;
  }
  if (missing > 0) throw new Error('the lots hold fewer credits than the balance says');
  return uses;
}
