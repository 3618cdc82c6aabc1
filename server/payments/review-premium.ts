import { setPremiumSince } from '../accounts/record-premium.ts';
import { lockWallets } from '../credits/wallets.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findPaidSince } from './queries.ts';

/**
 * Ends premium unless a purchase remains that has not been returned in full. Takes the wallet's lock, as a completing
 * purchase does, so that the two cannot race; the payment's lock is taken before it.
 */
export async function reviewPremium(tx: Transaction, memberId: string): Promise<void> {
  await lockWallets(tx, [memberId]);
  const paid = await tx.first(findPaidSince, { memberId });
  await setPremiumSince(tx, memberId, paid?.since ?? null);
}
