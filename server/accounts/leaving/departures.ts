import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import {
  deleteDeparture,
  listDueDepartures,
  listReasons,
  postponeDeparture,
  setDeleted,
  setReturned,
} from './queries.ts';

const dueMax = 100;

/** Returns up to a hundred members whose erasure is due, except those in `but`. */
export async function findDueDepartures(database: Database, now: Date, but: readonly string[]): Promise<string[]> {
  const rows = await database.all(listDueDepartures, { now, but: [...but], limit: dueMax });
  return rows.map((row) => row.member_id);
}

/** Cancels the deletion of an account; false if none is pending. */
export async function bringBack(tx: Transaction, memberId: string): Promise<boolean> {
  if ((await tx.run(setReturned, { memberId })) === 0) return false;
  await tx.run(deleteDeparture, { memberId });
  return true;
}

/** Closes an account for good; false if its owner has come back meanwhile. The row lock decides between the two. */
export async function closeForGood(
  database: Database,
  memberId: string,
  { evenIfActive = false }: { evenIfActive?: boolean } = {},
): Promise<boolean> {
  return database.transaction(async (tx) => (await tx.run(setDeleted, { memberId, evenIfActive })) === 1);
}

/** Completes the erasure of a member, or postpones the rest until the law permits it. */
export async function settleDeparture(tx: Transaction, memberId: string, againAt: Date | null): Promise<void> {
  if (againAt) await tx.run(postponeDeparture, { memberId, dueAt: againAt });
  else await tx.run(deleteDeparture, { memberId });
}

/** Counts the members by month and reason for leaving. The members themselves are not recorded. */
export async function listReasonsGiven(reader: Reader): Promise<{ month: string; reason: string; members: number }[]> {
  return reader.all(listReasons, {});
}
