import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { methodsRefundedByHand } from '../../../contract/payments/payment-methods.ts';
import type { AppContext } from '../../context.ts';
import { type JobRun, isLastTry } from '../../platform/jobs/jobs.ts';
import { askProvider } from '../ask-provider.ts';
import { ProviderFault } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import { findPayment } from '../queries.ts';
import { type MismatchRow, findMismatch, lockMismatch, moveMismatch } from './queries.ts';

/**
 * Refunds the rest of a payment that staff have decided to pay back. Runs as a job. A refund that the provider refuses,
 * or that the method does not allow, is left to staff.
 */
export async function payBackMismatch(
  context: AppContext,
  { mismatch_id: mismatchId }: { mismatch_id: MismatchId },
  run?: JobRun,
): Promise<void> {
  const mismatch = await context.database.first(findMismatch, { mismatchId });
  if (mismatch?.state !== 'paying_back') return;
  try {
    if (await refund(context, mismatch)) return;
  } catch (error) {
    if (!(error instanceof ProviderFault) || (error.outcome === 'unknown' && !isLastTry(run))) throw error;
    const facts = { event: 'mismatch-not-refunded', payment_id: mismatch.payment_id, err: error.message };
    context.log.error(facts, 'the provider did not pay back money that matches no order: staff have to');
  }
  await context.database.transaction(async (tx) => {
    // The provider may have refused because all of it has gone back meanwhile.
    if ((await tx.first(lockMismatch, { mismatchId }))?.state !== 'paying_back') return;
    await tx.run(moveMismatch, { mismatchId, state: 'by_hand', refundKey: null, now: context.clock.now() });
  });
}

/** Refunds the payment of a mismatch; false if it has to be paid back by hand. */
async function refund(context: AppContext, mismatch: MismatchRow): Promise<boolean> {
  const { member_id: memberId, payment_id: paymentId, provider_payment_id: id, refund_key: key } = mismatch;
  const order = await context.database.first(findPayment, { memberId, paymentId });
  const provider = providerNamed(context, mismatch.provider);
  if (!order || !provider || key === null || methodsRefundedByHand.includes(order.method)) return false;
  const seen = await provider.fetchPayment(id);
  if (!seen) return false;
  const minor = seen.money.minor - seen.refundedMinor - seen.chargedBackMinor;
  if (minor > 0) {
    const money = { minor, currency: seen.money.currency };
    await provider.refundPayment(id, {
      key,
      money,
      description: formatOrderNumber(paymentId),
      reference: { memberId, paymentId },
    });
  }
  await askProvider(context, provider, id);
  return true;
}
