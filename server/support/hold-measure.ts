import { isBanned } from '../accounts/ban-member.ts';
import type { Transaction } from '../platform/database/database.ts';
import { type HeldMeasure, lockMeasure } from './queries.ts';

/**
 * Makes all that end a measure or take it back wait for one another, and of a ban also those that ban its member anew: first
 * the measure, then the account, always in this order. Undefined if there is no such measure.
 */
export async function holdMeasure(tx: Transaction, number: string): Promise<HeldMeasure | undefined> {
  const measure = await tx.first(lockMeasure, { number });
  if (measure?.kind === 'ban') await isBanned(tx, measure.member_id);
  return measure;
}
