import type { Transaction } from '../platform/database/database.ts';
import { setPaidOnce, setPaidSince } from './queries.ts';

/**
 * Makes a member premium with their first completed purchase, and returns whether this is it; later purchases change
 * nothing (specification, section 6).
 */
export async function recordFirstPurchase(tx: Transaction, memberId: string, now: Date): Promise<boolean> {
  return (await tx.run(setPaidOnce, { memberId, now })) === 1;
}

/** Sets the start of a member's premium status after a refund; null if no purchase is left. */
export async function setPremiumSince(tx: Transaction, memberId: string, since: Date | null): Promise<void> {
  await tx.run(setPaidSince, { memberId, since });
}
