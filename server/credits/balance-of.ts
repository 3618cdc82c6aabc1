import type { Reader } from '../platform/database/database.ts';
import { findBalance } from './queries.ts';

/** The member's balance in credits; 0 without a wallet. Negative only for a debt after a chargeback. */
export async function balanceOf(reader: Reader, memberId: string): Promise<number> {
  return (await reader.first(findBalance, [memberId]))?.balance ?? 0;
}
