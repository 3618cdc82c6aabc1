import type { Database } from '../platform/database/database.ts';
import { deleteHides, deleteHidesByOthers } from './hide/queries.ts';
import { emptyProfile } from './queries.ts';
import { deleteEveningTable } from './suggest/queries.ts';

/** Erases the profile. Its row stays, hidden and empty, for the conversations that others keep. */
export async function eraseProfile(database: Database, memberId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(emptyProfile, { memberId });
    await tx.run(deleteHides, { memberId });
    await tx.run(deleteHidesByOthers, { memberId });
    await tx.run(deleteEveningTable, { memberId });
  });
}
