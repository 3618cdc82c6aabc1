import { randomUUID } from 'node:crypto';

import { findPurchaseLot } from '../../credits/find-purchase-lot.ts';
import { reverseCredits } from '../../credits/reverse-credits.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { listWaived, reduceWaived } from './queries.ts';

/**
 * Takes credits that came back to purchases whose whole price was paid back: the member had used these credits and did
 * not pay for them in the end. To be called after credits were returned, under the wallet's lock.
 */
export async function reclaimWaived(tx: Transaction, memberId: string, now: Date): Promise<void> {
  for (const { payment_id: paymentId, waived } of await tx.all(listWaived, { memberId })) {
    const lot = await findPurchaseLot(tx, memberId, paymentId);
    const credits = waived - (lot?.spent ?? waived);
    if (credits <= 0) continue;
    await reverseCredits(tx, { memberId, credits, cause: 'refund', causeId: `waived:${randomUUID()}`, paymentId, now });
    await tx.run(reduceWaived, { memberId, paymentId, credits });
  }
}
