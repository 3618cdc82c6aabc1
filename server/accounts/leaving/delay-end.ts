import type { Transaction } from '../../platform/database/database.ts';
import { deleteWarning } from './queries.ts';

/**
 * Gives a member who was told that their unused account ends, and contests that it was closed, the 30 days anew: the next
 * night tells them of the later day.
 */
export async function delayEnd(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(deleteWarning, { memberId });
}
