import type { Database } from '../platform/database/database.ts';
import { deleteLastOffer, deletePersonalCodes, deleteTimeBonus } from './queries.ts';

/** Erases offers made to a member alone. Claims of orders stay with the orders. */
export async function eraseDiscounts(database: Database, memberId: MemberId): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(deleteTimeBonus, { memberId });
    await tx.run(deleteLastOffer, { memberId });
    await tx.run(deletePersonalCodes, { memberId });
  });
}
