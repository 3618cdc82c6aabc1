import type { Database } from '../platform/database/database.ts';
import { deletePostbacks } from './queries.ts';

/** Erases sent and waiting postbacks about a member. */
export async function erasePostbacks(database: Database, memberId: string): Promise<void> {
  await database.transaction((tx) => tx.run(deletePostbacks, { memberId }));
}
