import type { Reader, Transaction } from '../platform/database/database.ts';
import { findAccount, lockAccount } from './queries.ts';

/** The username under which a member is named on a receipt. */
export async function findBuyer(reader: Reader, memberId: string): Promise<string> {
  return (await reader.first(findAccount, { memberId }))?.name ?? '';
}

/** Whether the account of a buyer is closed for good, now and until the transaction ends: nobody can use what it gets. */
export async function isClosedForGood(tx: Transaction, memberId: string): Promise<boolean> {
  return (await tx.first(lockAccount, { memberId }))?.status === 'deleted';
}
