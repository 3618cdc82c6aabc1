import type { Database } from '../platform/database/database.ts';
import { deletePostbacks } from './queries.ts';

/** Erases what a network was told, or was still to be told, of a member. */
export async function erasePostbacks(database: Database, memberId: string): Promise<void> {
  await database.transaction((tx) => tx.run(deletePostbacks, { memberId }));
}
