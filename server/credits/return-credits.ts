import { randomUUID } from 'node:crypto';

import type { Transaction } from '../platform/database/database.ts';
import type { Charge } from './charge-credits.ts';
import { findEntry, insertEntry, listLotsToFill, returnToLots } from './queries.ts';
import { fillLots } from './rules.ts';
import { lockWallets } from './wallets.ts';

/** Returns a charge to its lots; does nothing if it was already returned or was free. Returns the balance. */
export async function returnCredits(
  tx: Transaction,
  { memberId, cause, causeId, now }: Pick<Charge, 'memberId' | 'cause' | 'causeId'> & { now: Date },
): Promise<number> {
  const { balance } = (await lockWallets(tx, [memberId])).of(memberId);
  const charge = await tx.first(findEntry, { memberId, cause, causeId });
  const returnId = `${cause}:${causeId}`;
  if (!charge || (await tx.first(findEntry, { memberId, cause: 'returned', causeId: returnId }))) return balance;
  const written = await tx.first(insertEntry, {
    memberId,
    entryId: randomUUID(),
    from: 'usage',
    to: 'member',
    amount: charge.amount,
    cause: 'returned',
    causeId: returnId,
    otherId: charge.other_id,
    paymentId: null,
    now,
  });
  const after = written?.balance_after ?? balance;
  // Credits that pay a debt are used up at once: the open lots together never hold more than the balance.
  const freed = Math.min(charge.amount, Math.max(0, after));
  const uses = fillLots(await tx.all(listLotsToFill, { memberId, entryIds: [charge.entry_id] }), freed);
  await tx.run(returnToLots, {
    memberId,
    lotIds: uses.map((use) => use.lotId),
    credits: uses.map((use) => use.credits),
  });
  return after;
}
