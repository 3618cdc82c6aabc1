import type { Database } from '../platform/database/database.ts';
import { deleteLastOffer, deletePersonalCodes, deleteTimeBonus } from './queries.ts';

/** Erases what was offered to a member alone. What an order claimed stays with the order. */
export async function eraseDiscounts(database: Database, memberId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(deleteTimeBonus, { memberId });
    await tx.run(deleteLastOffer, { memberId });
    await tx.run(deletePersonalCodes, { memberId });
  });
}
