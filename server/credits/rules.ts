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

/** A lot with room for credits that come back; `taken`: how much of it was taken by what is undone. */
export interface FillableLot {
  lot_id: string;
  room: number;
  taken: number;
}

/**
 * Which lots `amount` credits go back to, in the order of `lots`: first those that they were taken from, then wherever
 * there is room, because others may have come back there meanwhile.
 */
export function fillLots(lots: readonly FillableLot[], amount: number): LotUse[] {
  const filled = new Map<string, number>();
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
