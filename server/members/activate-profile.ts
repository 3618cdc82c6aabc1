import type { Transaction } from '../platform/database/database.ts';
import { activate } from './queries.ts';

/** Makes a disabled profile active once its owner's address is confirmed; leaves any other status as it is. */
export async function activateProfile(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(activate, { memberId });
}
