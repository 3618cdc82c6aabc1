import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findBalanceAndPremium } from './queries.ts';

/** After the commit, publishes the member's balance and premium state to their open tabs and devices. */
export function publishBalance(context: Pick<AppContext, 'bus' | 'database'>, tx: Transaction, memberId: string): void {
  tx.afterCommit(async () => {
    const now = await context.database.first(findBalanceAndPremium, { memberId });
    if (now) context.bus.publish(memberId, { type: 'balance', credits: now.balance, paid_user: now.paid });
  });
}
