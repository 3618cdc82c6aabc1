import type { Transaction } from '../platform/database/database.ts';
import { must, refuse } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { readDiscount } from './find-discount.ts';
import { instrumentHolder, mailboxHolder, usedByInstrument } from './holders.ts';
import { deleteHolder, giveUseBack, insertClaim, insertHolder, listClaims, releaseClaim, takeUse } from './queries.ts';

export interface ClaimingOrder {
  paymentId: string;
  code: string;
  now: Date;
  /** The means of payment, if already known: the hash of a stored card or an IBAN. */
  instrument?: string | undefined;
}

/**
 * Claims the discount of an order in the order's transaction, after the payment was inserted and under the lock of the
 * member's wallet. The first order gets it; it is released when the order fails. Throws code.used and code.not-found.
 */
export async function claimDiscount(tx: Transaction, call: MemberCall, order: ClaimingOrder): Promise<void> {
  const { context, member } = call;
  const { paymentId, now, instrument } = order;
  const discount = await readDiscount(tx, call, order.code, now);
  const { slot, scope, code, memberUsesMax } = discount;
  const once = memberUsesMax === 1;
  if (once && instrument !== undefined && (await usedByInstrument(tx, context, slot, instrument))) refuse('code.used');
  const known = instrument === undefined ? [] : [instrumentHolder(context, instrument)];
  const holders = once ? [mailboxHolder(call), ...known].toSorted() : [];
  const taken = (await tx.all(listClaims, { memberId: member.id })).filter((claim) => claim.slot === slot);
  const number = firstFree(taken.map((claim) => claim.number));
  const claim = { memberId: member.id, paymentId, slot, number, code, scope, holders, now };
  if ((await tx.run(insertClaim, claim)) === 0) refuse('code.used');
  for (const holder of holders)
    if ((await tx.run(insertHolder, { holder, slot, memberId: member.id, paymentId })) === 0) refuse('code.used');
  if (scope !== null) must((await tx.run(takeUse, { code, scope })) > 0, 'code.not-found');
}

export function firstFree(numbers: readonly number[]): number {
  let number = 1;
  while (numbers.includes(number)) number += 1;
  return number;
}

export interface DiscountOrder {
  member_id: string;
  payment_id: string;
}

/** Releases the discount of a failed or cancelled order. Idempotent. */
export async function releaseDiscount(tx: Transaction, order: DiscountOrder, now: Date): Promise<void> {
  const memberId = order.member_id;
  const paymentId = order.payment_id;
  const claim = await tx.first(releaseClaim, { memberId, paymentId, now });
  if (!claim) return;
  for (const holder of claim.holders) await tx.run(deleteHolder, { holder, slot: claim.slot, paymentId });
  if (claim.scope !== null) await tx.run(giveUseBack, { code: claim.code, scope: claim.scope });
}
