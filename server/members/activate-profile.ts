import type { Transaction } from '../platform/database/database.ts';
import { activate } from './queries.ts';

/** Activates a disabled profile once its owner's address is confirmed. Leaves any other status as it is. */
export async function activateProfile(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(activate, { memberId });
}
