import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { type DiscountOrder, firstFree, releaseDiscount } from './claim-discount.ts';
import { instrumentHolder } from './holders.ts';
import {
  type ClaimOfOrderRow,
  deleteHolder,
  findOrderClaim,
  findHolder,
  findMemberUses,
  insertHolder,
  listClaims,
  renewClaim,
  takeUseAgain,
} from './queries.ts';

interface PaidOrder extends DiscountOrder {
  discount_code: string | null;
  /** The instrument that paid, if the provider has named it. */
  instrument: string | null;
}

/**
 * True if a paid order keeps its discount. A one-time discount is then held by the means of payment, too, and an order
 * that had released its discount claims it again. False if another order has used it up; this one then holds nothing.
 * The wallet must be locked.
 */
export async function keepDiscount(
  context: AppContext,
  tx: Transaction,
  order: PaidOrder,
  now: Date,
): Promise<boolean> {
  if (order.discount_code === null) return true;
  const claim = await tx.first(findOrderClaim, { memberId: order.member_id, paymentId: order.payment_id });
  if (!claim) return true;
  if (claim.released_at !== null && !(await takeAgain(tx, claim))) return false;
  const isForOnce = claim.holders.length > 0;
  const byInstrument = isForOnce && order.instrument !== null ? [instrumentHolder(context, order.instrument)] : [];
  const { payment_id: paymentId, slot } = claim;
  for (const holder of [...claim.holders, ...byInstrument].toSorted()) {
    const held = (await tx.run(insertHolder, { holder, slot, memberId: claim.member_id, paymentId })) > 0;
    if (held || (await tx.first(findHolder, { holder, slot }))?.payment_id === paymentId) continue;
    for (const own of byInstrument) await tx.run(deleteHolder, { holder: own, slot, paymentId });
    await releaseDiscount(tx, order, now);
    return false;
  }
  return true;
}

/** Claims the discount of a failed order again, if uses are left, even if the code has ended since. */
async function takeAgain(tx: Transaction, claim: ClaimOfOrderRow): Promise<boolean> {
  const { member_id: memberId, payment_id: paymentId, slot, code, scope } = claim;
  const most = scope === null ? 1 : (await tx.first(findMemberUses, { code, scope }))?.member_uses_max;
  const taken = (await tx.all(listClaims, { memberId })).filter((one) => one.slot === slot);
  const number = firstFree(taken.map((one) => one.number));
  if (most === undefined || number > most) return false;
  if (scope !== null && (await tx.run(takeUseAgain, { code, scope })) === 0) return false;
  await tx.run(renewClaim, { memberId, paymentId, number });
  return true;
}
