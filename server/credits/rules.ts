/** The credits left of one purchase or gift. */
export interface OpenLot {
  lot_id: string;
  credits_left: number;
}

/** How many credits an entry takes from a lot. */
export interface LotUse {
  lotId: string;
  credits: number;
}

/**
 * Which lots `amount` credits are taken from. `lots` are in spending order: gifts first, then purchases, each oldest
 * first, so that refundable money is used last.
 */
export function takeLots(lots: readonly OpenLot[], amount: number): LotUse[] {
  const uses: LotUse[] = [];
  let remaining = amount;
  for (const lot of lots) {
    if (remaining === 0) break;
    const credits = Math.min(lot.credits_left, remaining);
    if (credits > 0) uses.push({ lotId: lot.lot_id, credits });
    remaining -= credits;
  }
  if (remaining > 0) throw new Error('the lots hold fewer credits than the balance says');
  return uses;
}
