import type { Transaction } from '../platform/database/database.ts';
import { setPaidOnce, setPaidSince } from './queries.ts';

/** Makes a member premium: notes the first completed purchase, and no later one (specification, section 6). */
export async function recordFirstPurchase(tx: Transaction, memberId: string, now: Date): Promise<void> {
  await tx.run(setPaidOnce, [memberId, now]);
}

/** Notes since when a member is premium after money went back; null when no purchase stands any more. */
export async function setPremiumSince(tx: Transaction, memberId: string, since: Date | null): Promise<void> {
  await tx.run(setPaidSince, [memberId, since]);
}
