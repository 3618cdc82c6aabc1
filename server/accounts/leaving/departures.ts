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

/** Up to a hundred members whose erasure is due, without some. */
export async function findDueDepartures(database: Database, now: Date, but: readonly string[]): Promise<string[]> {
  const rows = await database.all(listDueDepartures, { now, but: [...but], limit: dueMax });
  return rows.map((row) => row.member_id);
}

/** Takes back that an account was left; false if it was not. */
export async function bringBack(tx: Transaction, memberId: string): Promise<boolean> {
  if ((await tx.run(setReturned, { memberId })) === 0) return false;
  await tx.run(deleteDeparture, { memberId });
  return true;
}

/**
 * Closes an account for good; false if its owner has come back meanwhile. The lock of its row decides between the two.
 * From now on it is gone for everybody, as after a ban.
 */
export async function closeForGood(
  database: Database,
  memberId: string,
  { evenIfActive = false }: { evenIfActive?: boolean } = {},
): Promise<boolean> {
  return database.transaction(async (tx) => (await tx.run(setDeleted, { memberId, evenIfActive })) === 1);
}

/** The erasure of a member is done, or done until the law lets go of the rest. */
export async function settleDeparture(tx: Transaction, memberId: string, againAt: Date | null): Promise<void> {
  if (againAt) await tx.run(postponeDeparture, { memberId, dueAt: againAt });
  else await tx.run(deleteDeparture, { memberId });
}

/** How many members gave which reason for leaving in which month; nobody knows who. */
export async function listReasonsGiven(reader: Reader): Promise<{ month: string; reason: string; members: number }[]> {
  return reader.all(listReasons, {});
}
