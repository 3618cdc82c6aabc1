import type { Reader } from '../platform/database/database.ts';
import { findAccount } from './queries.ts';

/** The username under which a member is named on a receipt. */
export async function findBuyer(reader: Reader, memberId: string): Promise<string> {
  return (await reader.first(findAccount, { memberId }))?.name ?? '';
}
