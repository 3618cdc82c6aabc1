import type { Database } from './database.ts';
import { sortOnDisk, writeTemporaryFile } from './queries.ts';

const databaseDiskFull = '53100';
const codes = new Set(['ENOSPC', 'EDQUOT', databaseDiskFull]);
/** By their pools, as a page has a `Database` of its own. */
const fullDatabases = new WeakSet<Database['pool']>();

/** True if a disk is full: that of the photos, or that of the database. */
export function isDiskFull(error: unknown): boolean {
  return codes.has((error as { code?: string } | null)?.code ?? '');
}

/** Remembers that the database's disk was full: reads still work, so the database would seem healthy. */
export function rememberDiskFull(database: Database, error: unknown): void {
  if ((error as { code?: string }).code === databaseDiskFull) fullDatabases.add(database.pool);
}

/** Throws for as long as a database whose disk was full still cannot write. Others are not queried. */
export async function checkDiskSpace(database: Database): Promise<void> {
  if (!fullDatabases.has(database.pool)) return;
  await database.transaction(async (tx) => {
    await tx.run(sortOnDisk);
    await tx.run(writeTemporaryFile);
  });
  fullDatabases.delete(database.pool);
}
