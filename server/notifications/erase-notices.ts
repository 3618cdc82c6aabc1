import type { Database } from '../platform/database/database.ts';
import { deleteWindow } from './queries.ts';

/** Deletes what waits to be told to a member who is erased. */
export async function eraseNotices(database: Database, memberId: string): Promise<void> {
  await database.transaction((tx) => tx.run(deleteWindow, { memberId }));
}
