import type { Transaction } from '../platform/database.ts';
import { setPaidOnce } from './queries.ts';

/** Makes a member premium: notes the first completed purchase, and no later one (specification, section 6). */
export async function notePaid(tx: Transaction, memberId: string, now: Date): Promise<void> {
  await tx.run(setPaidOnce, [memberId, now]);
}
