import type { AppContext } from '../context.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { findAccount, lockAccount } from './queries.ts';
import { readOwnTerms } from './terms/own-terms.ts';

export async function findBuyerName(reader: Reader, memberId: MemberId): Promise<string> {
  return (await reader.first(findAccount, { memberId }))?.name ?? '';
}

/** True for a deleted account. It is locked, so that the result holds until the transaction ends. */
export async function isClosedForGood(tx: Transaction, memberId: MemberId): Promise<boolean> {
  return (await tx.first(lockAccount, { memberId }))?.status === 'deleted';
}

/**
 * Returns why money of this buyer goes back at once, if it does: the account is deleted, or its member is leaving
 * because of changed terms. It is locked, so that the result holds until the transaction ends.
 */
export async function findReasonToPayBack(
  tx: Transaction,
  context: Pick<AppContext, 'terms' | 'clock'>,
  memberId: MemberId,
): Promise<'account-gone' | 'over-terms' | null> {
  const status = (await tx.first(lockAccount, { memberId }))?.status;
  if (status === 'deleted') return 'account-gone';
  if (status !== 'pending_deletion') return null;
  return (await readOwnTerms(tx, context, memberId)).refused ? 'over-terms' : null;
}
