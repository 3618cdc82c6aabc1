import type { Transaction } from '../platform/database/database.ts';
import { activate } from './queries.ts';

/** Shows a profile once its owner's address is confirmed: disabled becomes active, anything else stays as it is. */
export async function activateProfile(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(activate, { memberId });
}
