import type { Reader, Transaction } from '../../platform/database/database.ts';
import { revokeTokens } from '../tokens.ts';
import { type MailChangeRow, deleteOpenChanges, listMailChanges } from './queries.ts';
import { openChange } from './rules.ts';

/** Returns the change of address that waits for confirmation by the owner of the new one. */
export async function findOpenChange(reader: Reader, memberId: string, now: Date): Promise<MailChangeRow | undefined> {
  return openChange(await reader.all(listMailChanges, { memberId }), now);
}

/** Deletes a change that was requested but not confirmed, with its links: an intruder may have requested it. */
export async function dropOpenChange(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(deleteOpenChanges, { memberId });
  await revokeTokens(tx, memberId, 'mail-change');
}
