import type { Reader } from '../platform/database/database.ts';
import { findBalance, findBalanceAndPremium } from './queries.ts';

/** The member's balance in credits; 0 without a wallet. Negative only for a debt left by returned money. */
export async function loadBalance(reader: Reader, memberId: string): Promise<number> {
  return (await reader.first(findBalance, { memberId }))?.balance ?? 0;
}

/** The member's balance in credits and whether they are premium; 0 and false without a wallet. */
export async function loadBalanceAndPremium(
  reader: Reader,
  memberId: string,
): Promise<{ balance: number; paid: boolean }> {
  return (await reader.first(findBalanceAndPremium, { memberId })) ?? { balance: 0, paid: false };
}
