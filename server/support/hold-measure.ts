import { isBanned } from '../accounts/ban-member.ts';
import type { Transaction } from '../platform/database/database.ts';
import { type HeldMeasure, lockMeasure } from './queries.ts';

/**
 * Locks a measure, and for a ban also its account, always in this order, so that ending, lifting and renewing a ban
 * wait for each other. Undefined if there is no such measure.
 */
export async function holdMeasure(tx: Transaction, number: string): Promise<HeldMeasure | undefined> {
  const measure = await tx.first(lockMeasure, { number });
  if (measure?.kind === 'ban') await isBanned(tx, measure.member_id);
  return measure;
}
