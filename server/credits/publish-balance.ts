import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findBalanceAndStatus } from './queries.ts';

/** Tells the member's open tabs and devices their balance and premium state as they are after the commit. */
export function publishBalance(context: Pick<AppContext, 'bus' | 'database'>, tx: Transaction, memberId: string): void {
  tx.afterCommit(async () => {
    const now = await context.database.first(findBalanceAndStatus, [memberId]);
    if (now) context.bus.publish(memberId, { type: 'balance', credits: now.balance, paid_user: now.paid });
  });
}
