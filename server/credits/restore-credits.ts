import { randomUUID } from 'node:crypto';

import type { Cause } from '../../contract/credits/causes.ts';
import type { Transaction } from '../platform/database/database.ts';
import { insertEntry, listLotsToFill, listPaymentReversals, returnToLots } from './queries.ts';
import type { Reversal } from './reverse-credits.ts';
import { fillLots } from './rules.ts';
import { lockWallets } from './wallets.ts';

export type Restoration = Omit<Reversal, 'cause'> & { cause: Extract<Cause, 'refund_undone' | 'chargeback_undone'> };

/**
 * Gives back credits that a refund or chargeback had taken, because the money came again after all. They pay a debt
 * first; the rest returns to the lots in the reverse order of taking. Returns the new balance.
 */
export async function restoreCredits(tx: Transaction, restoration: Restoration): Promise<number> {
  const { memberId, credits, cause, causeId, paymentId, now } = restoration;
  const { balance } = (await lockWallets(tx, [memberId])).of(memberId);
  const written = await tx.first(insertEntry, {
    memberId,
    entryId: randomUUID(),
    from: 'sales',
    to: 'member',
    amount: credits,
    cause,
    causeId,
    otherId: null,
    paymentId,
    now,
  });
  const after = written?.balance_after ?? balance + credits;
  const freed = Math.max(0, after) - Math.max(0, balance);
  const entryIds = (await tx.all(listPaymentReversals, { memberId, paymentId })).map(({ entry_id }) => entry_id);
  const lots = await tx.all(listLotsToFill, { memberId, entryIds });
  const isOwn = (lot: { payment_id: string | null }): boolean => lot.payment_id === paymentId;
  // The reverse of the order of taking, which began with the purchase's own lot.
  const ordered = [...lots.filter((lot) => !isOwn(lot)).toReversed(), ...lots.filter(isOwn)];
  const uses = fillLots(ordered, freed);
  await tx.run(returnToLots, {
    memberId,
    lotIds: uses.map((use) => use.lotId),
    credits: uses.map((use) => use.credits),
  });
  return after;
}
