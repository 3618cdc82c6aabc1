import type { Reader, Transaction } from '../../platform/database/database.ts';
import { revokeTokens } from '../tokens.ts';
import { type MailChangeRow, deleteOpenChanges, listMailChanges } from './queries.ts';
import { openChange } from './rules.ts';

/** The change of address that waits for the owner of the new one. */
export async function findOpenChange(reader: Reader, memberId: string, now: Date): Promise<MailChangeRow | undefined> {
  return openChange(await reader.all(listMailChanges, { memberId }), now);
}

/** Forgets a change that was asked for and not done, with its links: whoever asked for it may not have been the member. */
export async function dropOpenChange(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(deleteOpenChanges, { memberId });
  await revokeTokens(tx, memberId, 'mail-change');
}
