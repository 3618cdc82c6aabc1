import type { Database } from './database.ts';
import { sortOnDisk, takeSomeRoom } from '../queries.ts';

const ofDatabase = '53100';
const codes = new Set(['ENOSPC', 'EDQUOT', ofDatabase]);
const full = new WeakSet<Database>();

/** Whether an error says that there was no room left: on the disk of the photos, or on the database's. */
export function isOutOfRoom(error: unknown): boolean {
  return codes.has((error as { code?: string } | null)?.code ?? '');
}

/** Remembers a database that had no room for a write: it still reads, and would pass for healthy. */
export function noteNoRoom(database: Database, error: unknown): void {
  if ((error as { code?: string }).code === ofDatabase) full.add(database);
}

/** Throws while a database that had no room still has none. One that never was full is not asked. */
export async function askForRoom(database: Database): Promise<void> {
  if (!full.has(database)) return;
  await database.transaction(async (tx) => {
    await tx.run(sortOnDisk);
    await tx.run(takeSomeRoom);
  });
  full.delete(database);
}
