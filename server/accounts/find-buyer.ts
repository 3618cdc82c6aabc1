import type { Reader, Transaction } from '../platform/database/database.ts';
import { findAccount, lockAccount } from './queries.ts';

/** Returns the username for a receipt. */
export async function findBuyer(reader: Reader, memberId: string): Promise<string> {
  return (await reader.first(findAccount, { memberId }))?.name ?? '';
}

/** Whether a buyer's account is deleted for good. Locks it, so the answer holds until the transaction ends. */
export async function isClosedForGood(tx: Transaction, memberId: string): Promise<boolean> {
  return (await tx.first(lockAccount, { memberId }))?.status === 'deleted';
}
