import { reactivationWindowDays } from '../../../contract/accounts/limits.ts';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import { after, dayMs } from '../../platform/clock.ts';
import {
  deleteAccountDeletion,
  deleteAllWarnings,
  listDueAccountDeletions,
  listReasons,
  postponeAccountDeletion,
  postponeDueDeletions,
  setDeleted,
  setReturned,
} from './queries.ts';

const dueMax = 100;

/** Returns up to a hundred members whose erasure is due. */
export async function findDueAccountDeletions(
  database: Database,
  now: Date,
  but: readonly MemberId[],
): Promise<MemberId[]> {
  const rows = await database.all(listDueAccountDeletions, { now, but: [...but], limit: dueMax });
  return rows.map((row) => row.member_id);
}

/** Cancels the deletion of an account; false if none is pending. */
export async function cancelDeletion(tx: Transaction, memberId: MemberId): Promise<boolean> {
  if ((await tx.run(setReturned, { memberId })) === 0) return false;
  await tx.run(deleteAccountDeletion, { memberId });
  return true;
}

/** Returns false if its owner has come back meanwhile; the row lock decides. */
export async function closeForGood(
  database: Database,
  memberId: MemberId,
  { evenIfActive = false }: { evenIfActive?: boolean } = {},
): Promise<boolean> {
  return database.transaction(async (tx) => (await tx.run(setDeleted, { memberId, evenIfActive })) === 1);
}

/** Completes the erasure, or postpones the rest until the law permits it. */
export async function completeOrPostponeDeletion(
  tx: Transaction,
  memberId: MemberId,
  againAt: Date | null,
): Promise<void> {
  if (againAt) await tx.run(postponeAccountDeletion, { memberId, dueAt: againAt });
  else await tx.run(deleteAccountDeletion, { memberId });
}

/**
 * Gives everybody who is about to be erased the time to come back again, because a restored database has forgotten who
 * did: by logging in, those who left get another link. Those who were away too long are warned again.
 */
export async function postponeErasures(tx: Transaction, now: Date): Promise<void> {
  await tx.run(postponeDueDeletions, { dueAt: after(now, reactivationWindowDays * dayMs) });
  await tx.run(deleteAllWarnings, {});
}

/** Counts members by month and reason; the members themselves are not recorded. */
export async function listReasonsGiven(reader: Reader): Promise<{ month: string; reason: string; members: number }[]> {
  return reader.all(listReasons, {});
}
