import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { must, refuse } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { readDiscount } from './find-discount.ts';
import { deriveInstrumentRedeemer, deriveMailboxRedeemer, isUsedByInstrument } from './redeemers.ts';
import {
  type ClaimOfOrderRow,
  deleteRedeemer,
  findMemberUses,
  findOrderClaim,
  findRedeemer,
  giveUseBack,
  insertClaim,
  insertRedeemer,
  listClaims,
  releaseClaim,
  renewClaim,
  countUse,
  countUseAgain,
} from './queries.ts';

interface ClaimingOrder {
  paymentId: PaymentId;
  code: string;
  now: Date;
  /** The payment instrument if it is already known: the hash of a stored card or an IBAN. */
  instrument?: string | undefined;
}

/**
 * Claims the discount in the order's transaction, under the wallet's lock. The first order gets it; it is released when
 * the order fails. Throws code.used and code.not-found.
 */
export async function claimDiscount(tx: Transaction, call: MemberCall, order: ClaimingOrder): Promise<void> {
  const { context, member } = call;
  const { paymentId, now, instrument } = order;
  const discount = await readDiscount(tx, call, order.code, now);
  const { slot, scope, code, memberUsesMax } = discount;
  const once = memberUsesMax === 1;
  if (once && instrument !== undefined && (await isUsedByInstrument(tx, context, slot, instrument)))
    refuse('code.used');
  const known = instrument === undefined ? [] : [deriveInstrumentRedeemer(context, instrument)];
  const redeemers = once ? [deriveMailboxRedeemer(call), ...known].toSorted() : [];
  const number = await findFreeNumber(tx, member.id, slot);
  const claim = { memberId: member.id, paymentId, slot, number, code, scope, redeemers, now };
  if ((await tx.run(insertClaim, claim)) === 0) refuse('code.used');
  for (const redeemer of redeemers)
    if ((await tx.run(insertRedeemer, { redeemer, slot, memberId: member.id, paymentId })) === 0) refuse('code.used');
  if (scope !== null) must((await tx.run(countUse, { code, scope })) > 0, 'code.not-found');
}

/** Finds the lowest number of a slot that no order of the member claims. */
async function findFreeNumber(tx: Transaction, memberId: MemberId, slot: string): Promise<number> {
  const claims = await tx.all(listClaims, { memberId });
  let number = 1;
  while (claims.some((claim) => claim.slot === slot && claim.number === number)) number += 1;
  return number;
}

interface DiscountOrder {
  member_id: MemberId;
  payment_id: PaymentId;
}

/** Releases the discount of a failed or canceled order. Idempotent. */
export async function releaseDiscount(tx: Transaction, order: DiscountOrder, now: Date): Promise<void> {
  const { member_id: memberId, payment_id: paymentId } = order;
  const claim = await tx.first(releaseClaim, { memberId, paymentId, now });
  if (!claim) return;
  for (const redeemer of claim.redeemers) await tx.run(deleteRedeemer, { redeemer, slot: claim.slot, paymentId });
  if (claim.scope !== null) await tx.run(giveUseBack, { code: claim.code, scope: claim.scope });
}

interface PaidOrder extends DiscountOrder {
  discount_code: string | null;
  instrument: string | null;
}

/**
 * Confirms the discount of a paid order, or releases it. Returns false if another order has used it up. The payment
 * instrument then also holds a one-time discount, and an order that had released its discount claims it again. The
 * wallet must be locked.
 */
export async function confirmDiscount(
  context: AppContext,
  tx: Transaction,
  order: PaidOrder,
  now: Date,
): Promise<boolean> {
  if (order.discount_code === null) return true;
  const claim = await tx.first(findOrderClaim, { memberId: order.member_id, paymentId: order.payment_id });
  if (!claim) return true;
  if (claim.released_at !== null && !(await reclaimDiscount(tx, claim))) return false;
  const isForOnce = claim.redeemers.length > 0;
  const byInstrument =
    isForOnce && order.instrument !== null ? [deriveInstrumentRedeemer(context, order.instrument)] : [];
  const { payment_id: paymentId, slot } = claim;
  for (const redeemer of [...claim.redeemers, ...byInstrument].toSorted()) {
    const held = (await tx.run(insertRedeemer, { redeemer, slot, memberId: claim.member_id, paymentId })) > 0;
    if (held || (await tx.first(findRedeemer, { redeemer, slot }))?.payment_id === paymentId) continue;
    for (const own of byInstrument) await tx.run(deleteRedeemer, { redeemer: own, slot, paymentId });
    await releaseDiscount(tx, order, now);
    return false;
  }
  return true;
}

/** Claims the discount of a failed order again, if uses are left, even if the code has ended since. */
async function reclaimDiscount(tx: Transaction, claim: ClaimOfOrderRow): Promise<boolean> {
  const { member_id: memberId, payment_id: paymentId, slot, code, scope } = claim;
  const most = scope === null ? 1 : (await tx.first(findMemberUses, { code, scope }))?.member_uses_max;
  const number = await findFreeNumber(tx, memberId, slot);
  if (most === undefined || number > most) return false;
  if (scope !== null && (await tx.run(countUseAgain, { code, scope })) === 0) return false;
  await tx.run(renewClaim, { memberId, paymentId, number });
  return true;
}
