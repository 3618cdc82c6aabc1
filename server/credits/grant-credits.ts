import { randomUUID } from 'node:crypto';

import type { Cause } from '../../contract/credits/causes.ts';
import type { Transaction } from '../platform/database/database.ts';
import { insertEntry, insertLot, insertUses } from './queries.ts';

export interface Grant {
  memberId: string;
  /** Whole credits, at least 1. */
  credits: number;
  cause: Extract<Cause, 'signup' | 'purchase' | 'bonus'>;
  /** Unique per member and cause: the payment's id, or the member's own id for `signup`. */
  causeId: string;
  paymentId: string | null;
  /** The price paid, in minor units; null for gifted credits. */
  price: { minor: number; currency: string } | null;
  now: Date;
}

/**
 * Gives a member credits: one ledger entry and one lot. Returns the new balance. A second grant with the same cause
 * violates the constraint `ledger_entries_cause` and fails the transaction.
 */
export async function grantCredits(tx: Transaction, grant: Grant): Promise<number> {
  const { memberId, credits, cause, causeId, paymentId, price, now } = grant;
  const entryId = randomUUID();
  const from = cause === 'purchase' ? 'sales' : 'gifts_of_the_house';
  const written = await tx.first(insertEntry, {
    memberId,
    entryId,
    from,
    to: 'member',
    amount: credits,
    cause,
    causeId,
    otherId: null,
    paymentId,
    now,
  });
  const balance = written?.balance_after ?? 0;
  // Credits that pay a debt are used up at once: the open lots together never hold more than the balance.
  const left = Math.min(credits, Math.max(0, balance));
  const lotId = randomUUID();
  await tx.run(insertLot, {
    memberId,
    lotId,
    free: paymentId === null,
    paymentId,
    credits,
    left,
    priceMinor: price?.minor ?? 0,
    currency: price?.currency ?? null,
    now,
  });
  if (left < credits) await tx.run(insertUses, { memberId, entryId, lotIds: [lotId], credits: [credits - left] });
  return balance;
}
