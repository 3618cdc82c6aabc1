import type { Database } from '../platform/database/database.ts';
import { endPushes } from './push/subscriptions.ts';
import { deleteDigests } from './digests/queries.ts';
import { deleteWindow } from './queries.ts';

/** Deletes an erased member's pending notices, digests and push subscriptions. */
export async function eraseNotices(database: Database, memberId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await endPushes(tx, memberId, () => true);
    await tx.run(deleteWindow, { memberId });
    await tx.run(deleteDigests, { memberId });
  });
}
