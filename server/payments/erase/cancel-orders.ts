import type { AppContext } from '../../context.ts';
import { cancelOrder } from '../cancel-payment.ts';
import { lockPayment } from '../queries.ts';
import { isCancellable } from '../rules.ts';
import { listOpenOrders } from './queries.ts';

/** Cancels the orders that a leaving member has not paid, here and at their providers. */
export async function cancelOrders(context: AppContext, memberId: string): Promise<void> {
  for (const { payment_id: paymentId } of await context.database.all(listOpenOrders, { memberId }))
    await context.database.transaction(async (tx) => {
      const row = await tx.first(lockPayment, { memberId, paymentId });
      if (row && isCancellable(row)) await cancelOrder(context, tx, row);
    });
}
