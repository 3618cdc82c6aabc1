import type { AppContext } from '../context.ts';
import type { JobPayloads } from '../platform/jobs/jobs.ts';
import { ProviderFault } from './provider.ts';
import { providerNamed } from './providers.ts';
import { findPayment } from './queries.ts';

/**
 * A job: ends a payment at its provider after its member cancelled it here. A refusal, because the method does not
 * allow it or the buyer was faster, is final: money that arrives still counts. Throws `ProviderFault` if there is no
 * answer, so that the job is retried.
 */
export async function cancelAtProvider(
  context: AppContext,
  { member_id: memberId, payment_id: paymentId }: JobPayloads['cancel-payment'],
): Promise<void> {
  const row = await context.database.first(findPayment, { memberId, paymentId });
  const provider = row && providerNamed(context, row.provider);
  if (!row || !provider || row.status !== 'failed' || row.provider_payment_id === null) return;
  try {
    await provider.cancelPayment(row.provider_payment_id);
  } catch (error) {
    if (!(error instanceof ProviderFault) || error.outcome === 'unknown') throw error;
    const facts = { event: 'payment-not-cancelled', payment_id: paymentId, err: error.message };
    context.log.info(facts, 'the provider cannot cancel a payment');
  }
}
