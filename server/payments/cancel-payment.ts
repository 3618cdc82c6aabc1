import type { AppContext } from '../context.ts';
import { releaseDiscount } from '../discounts/claim-discount.ts';
import type { Transaction } from '../platform/database/database.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { once } from '../platform/idempotency.ts';
import { lockWallets } from '../credits/wallets.ts';
import { presentPayment } from './present.ts';
import { publishPayment } from './publish-payment.ts';
import { type PaymentRow, cancelPaymentRow, findPayment, lockPayment } from './queries.ts';
import { queueCancellation } from './queue-cancellation.ts';
import { isCancellable } from './rules.ts';

/** Cancels an open order here, and at its provider by a job. The order must be locked. */
export async function cancelOrder(context: AppContext, tx: Transaction, row: PaymentRow): Promise<void> {
  const { member_id: memberId, payment_id: paymentId } = row;
  const now = context.clock.now();
  await lockWallets(tx, [memberId]);
  if ((await tx.run(cancelPaymentRow, { memberId, paymentId, now })) === 0) return;
  await releaseDiscount(tx, row, now);
  await queueCancellation(context, tx, row);
  publishPayment(context, tx, row);
}

/**
 * Cancels an order that its member has abandoned: here at once, so that its discount is free, and at the provider by a
 * job. A failed or already cancelled order stays as it is. Throws payment.not-cancellable for an order that is paid, is
 * being charged, or does not match its payment.
 */
export const cancelPayment: Handler<'cancelPayment'> = async ({ id: paymentId, idempotency_key: key }, call) => {
  const { context, member } = call;
  const ids = { memberId: member.id, paymentId };
  await context.database.transaction(async (tx) => {
    const row = await tx.first(lockPayment, ids);
    must(row, 'payment.not-found');
    await lockWallets(tx, [member.id]);
    const now = context.clock.now();
    const keyed = { memberId: member.id, key, operation: 'cancelPayment', body: [paymentId], now };
    await once(tx, keyed, async () => {
      must(row.status === 'failed' || isCancellable(row), 'payment.not-cancellable');
      await cancelOrder(context, tx, row);
      return {};
    });
  });
  const row = await context.database.first(findPayment, ids);
  must(row, 'payment.not-found');
  return { payment: presentPayment(row) };
};
