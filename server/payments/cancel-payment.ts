import type { AppContext } from '../context.ts';
import { releaseDiscount } from '../discounts/claim-discount.ts';
import type { Transaction } from '../platform/database/database.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { once } from '../platform/idempotency.ts';
import { lockWallets } from '../credits/wallets.ts';
import { presentPayment } from './present.ts';
import { publishPayment, queueCancellation } from './attach-payment.ts';
import { type PaymentRow, cancelPaymentRow, findPayment, lockPayment } from './queries.ts';
import { isCancellable } from './rules.ts';
import { ProviderFault } from './provider.ts';
import { providerNamed } from './providers.ts';

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
 * Cancels an abandoned order here at once, so that its discount is free, and at the provider by a job. Throws
 * payment.not-cancellable if it is paid, being charged, or does not match its payment.
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

/**
 * Ends a payment at its provider, as a job, after its cancellation here. A refusal is final, because the method does
 * not allow it or the buyer was faster: money that arrives still counts. Throws `ProviderFault` without a response.
 */
export async function cancelAtProvider(
  context: AppContext,
  { member_id: memberId, payment_id: paymentId }: { member_id: MemberId; payment_id: PaymentId },
): Promise<void> {
  const row = await context.database.first(findPayment, { memberId, paymentId });
  const provider = row && providerNamed(context, row.provider);
  if (!row || !provider || row.status !== 'failed' || row.provider_payment_id === null) return;
  try {
    await provider.cancelPayment(row.provider_payment_id);
  } catch (error) {
    if (!(error instanceof ProviderFault) || error.outcome === 'unknown') throw error;
    const facts = { event: 'payment-not-canceled', payment_id: paymentId, err: error.message };
    context.log.info(facts, 'the provider cannot cancel a payment');
  }
}
