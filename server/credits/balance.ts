import type { AppContext } from '../context.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { findBalance, findBalanceAndPremium, findPaymentLot } from './queries.ts';

/** Loads the balance in credits; 0 without a wallet. It is negative only for a debt left by returned money. */
export async function loadBalance(reader: Reader, memberId: MemberId): Promise<number> {
  return (await reader.first(findBalance, { memberId }))?.balance ?? 0;
}

/** Loads the balance and whether the member is premium; 0 and false without a wallet. */
export async function loadBalanceAndPremium(
  reader: Reader,
  memberId: MemberId,
): Promise<{ balance: number; paid: boolean }> {
  return (await reader.first(findBalanceAndPremium, { memberId })) ?? { balance: 0, paid: false };
}

/** Publishes the member's balance and premium state to their open tabs and devices after the commit. */
export function publishBalance(
  context: Pick<AppContext, 'bus' | 'database'>,
  tx: Transaction,
  memberId: MemberId,
): void {
  tx.afterCommit(async () => {
    const now = await context.database.first(findBalanceAndPremium, { memberId });
    if (now) context.bus.publish(memberId, { type: 'balance', credits: now.balance, paid_user: now.paid });
  });
}

/**
 * Finds how many credits a purchase gave, how many are left and how many are spent for good; undefined if it gave none.
 */
export async function findPurchaseLot(
  reader: Reader,
  memberId: MemberId,
  paymentId: PaymentId,
): Promise<{ credits: number; left: number; spent: number } | undefined> {
  const lot = await reader.first(findPaymentLot, { memberId, paymentId });
  return lot && { credits: lot.credits, left: lot.credits_left, spent: lot.spent };
}
