import { randomUUID } from 'node:crypto';

import type { Cause } from '../../contract/credits/causes.ts';
import type { Transaction } from '../platform/database/database.ts';
import { allowDebt, findPaymentLot, insertEntry, takeFromLots } from './queries.ts';
import { takeLots } from './rules.ts';
import { lockWallets } from './wallets.ts';

export interface Reversal {
  memberId: string;
  /** Whole credits, at least 1. */
  credits: number;
  cause: Extract<Cause, 'refund' | 'chargeback'>;
  /** Identifies the returned part of the payment: its credits are taken back once. */
  causeId: string;
  paymentId: string;
  now: Date;
}

/**
 * Takes back the credits of money returned to the buyer: from the purchase's own lot first, then in spending order.
 * Spent credits become a debt, which the next purchase pays. Returns the new balance.
 */
export async function reverseCredits(tx: Transaction, reversal: Reversal): Promise<number> {
  const { memberId, credits, cause, causeId, paymentId, now } = reversal;
  const { balance, lots } = (await lockWallets(tx, [memberId])).of(memberId);
  if (balance < credits) await tx.run(allowDebt, { memberId, debt: credits - balance });
  const entryId = randomUUID();
  const written = await tx.first(insertEntry, {
    memberId,
    entryId,
    from: 'member',
    to: 'sales',
    amount: credits,
    cause,
    causeId,
    otherId: null,
    paymentId,
    now,
  });
  const own = (await tx.first(findPaymentLot, { memberId, paymentId }))?.lot_id;
  const ordered = [...lots.filter((lot) => lot.lot_id === own), ...lots.filter((lot) => lot.lot_id !== own)];
  const uses = takeLots(ordered, Math.min(credits, Math.max(0, balance)));
  await tx.run(takeFromLots, {
    memberId,
    entryId,
    lotIds: uses.map((use) => use.lotId),
    credits: uses.map((use) => use.credits),
  });
  return written?.balance_after ?? balance - credits;
}
