import { randomUUID } from 'node:crypto';

import type { Cause } from '../../contract/credits.ts';
import type { Transaction } from '../platform/database.ts';
import { must } from '../platform/failure.ts';
import { insertEntry, insertUses, listOpenLots, lockBalance, takeFromLots } from './queries.ts';
import { takeLots } from './rules.ts';

export interface Charge {
  memberId: string;
  /** Whole credits; 0 leaves no entry. */
  amount: number;
  cause: Extract<Cause, 'message' | 'photo' | 'gift'>;
  /** What is paid for, such as the message's id: each is charged once. */
  causeId: string;
  /** The other member, named on the statement. */
  otherId: string;
  now: Date;
}

/**
 * Takes credits from a member and from their lots, what the house gave first, then the oldest bought ones.
 * Returns the new balance. Throws credits.not-enough: spending never goes below zero.
 */
export async function chargeCredits(tx: Transaction, charge: Charge): Promise<number> {
  const { memberId, amount, cause, causeId, otherId, now } = charge;
  const balance = (await tx.first(lockBalance, [memberId]))?.balance ?? 0;
  if (amount === 0) return balance;
  must(balance >= amount, 'credits.not-enough');
  const entryId = randomUUID();
  const entry = [memberId, entryId, 'member', 'usage', amount, cause, causeId, otherId, null, now];
  const after = (await tx.first(insertEntry, entry))?.balance_after ?? 0;
  const uses = takeLots(await tx.all(listOpenLots, [memberId]), amount);
  const lotIds = uses.map((use) => use.lotId);
  const credits = uses.map((use) => use.credits);
  await tx.run(takeFromLots, [memberId, lotIds, credits]);
  await tx.run(insertUses, [memberId, entryId, lotIds, credits]);
  return after;
}
