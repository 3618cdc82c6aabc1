export interface OpenLot {
  lot_id: LotId;
  credits_left: number;
}

export interface LotUse {
  lotId: LotId;
  credits: number;
}

/**
 * Returns how many credits are left once they have paid a debt: the open lots together never hold more than the
 * balance.
 */
export function leftAfterDebt(credits: number, balance: number): number {
  return Math.min(credits, Math.max(0, balance));
}

/**
 * Takes `amount` from lots in spending order: free credits, then purchases, each oldest first; refundable money goes
 * last.
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

/** A lot with room for returned credits; `taken`: how many of them the undone entries took from it. */
export interface FillableLot {
  lot_id: LotId;
  room: number;
  taken: number;
}

/** Fills first the lots that the credits were taken from, then any, because others may have come back meanwhile. */
export function fillLots(lots: readonly FillableLot[], amount: number): LotUse[] {
  const filled = new Map<LotId, number>();
  let remaining = amount;
  const fill = ({ lot_id, room }: FillableLot, most: number): void => {
    const done = filled.get(lot_id) ?? 0;
    const credits = Math.min(remaining, most, room - done);
    if (credits > 0) filled.set(lot_id, done + credits);
    remaining -= Math.max(0, credits);
  };
  for (const lot of lots) fill(lot, lot.taken);
  for (const lot of lots) fill(lot, lot.room);
  if (remaining > 0) throw new Error('the lots have less room than was taken from them');
  return [...filled].map(([lotId, credits]) => ({ lotId, credits }));
}
