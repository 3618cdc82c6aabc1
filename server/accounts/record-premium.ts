import type { Transaction } from '../platform/database/database.ts';
import { setPaidOnce, setPaidSince } from './queries.ts';

/** Makes a member premium with their first purchase; false for later ones (specification, section 6). */
export async function recordFirstPurchase(tx: Transaction, memberId: MemberId, now: Date): Promise<boolean> {
  return (await tx.run(setPaidOnce, { memberId, now })) === 1;
}

/** Sets since when a member is premium, after a refund; null means that no purchase is left. */
export async function setPremiumSince(tx: Transaction, memberId: MemberId, since: Date | null): Promise<void> {
  await tx.run(setPaidSince, { memberId, since });
}
