import { isId } from '../../contract/platform/id.ts';
import type { AppContext } from '../context.ts';
import { openAtProvider } from './create-at-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { getProviderState, providerNamed } from './providers.ts';
import { type PaymentRow, findByProviderId } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Fetches a payment and settles ours. At most one request per id runs and one waits; calls that come meanwhile share
 * the waiting one, which sees whatever they were notified of. Throws `ProviderFault` without a response.
 */
export function askProvider(context: AppContext, provider: PaymentProvider, providerPaymentId: string): Promise<void> {
  const { settling } = getProviderState(context);
  const queue = settling.get(providerPaymentId);
  if (queue) {
    queue.next ??= queue.running.catch(() => undefined).then(() => queueSettling(context, provider, providerPaymentId));
    return queue.next;
  }
  return queueSettling(context, provider, providerPaymentId);
}

function queueSettling(context: AppContext, provider: PaymentProvider, id: string): Promise<void> {
  const { settling } = getProviderState(context);
  const queue = {
    next: undefined,
    running: fetchAndSettle(context, provider, id).finally(() => {
      if (settling.get(id) === queue && !queue.next) settling.delete(id);
    }),
  };
  settling.set(id, queue);
  return queue.running;
}

async function fetchAndSettle(context: AppContext, provider: PaymentProvider, id: string): Promise<void> {
  const payment = await provider.fetchPayment(id);
  if (!payment) return;
  // Stripe names a payment by its session or its intent: one queue settles it, or an older response could come last.
  if (payment.id !== id) return askProvider(context, provider, payment.id);
  const known = await context.database.first(findByProviderId, { provider: provider.name, providerPaymentId: id });
  const target = known ? { memberId: known.member_id, paymentId: known.payment_id } : payment.reference;
  if (!target || !isId(target.memberId) || !isId(target.paymentId)) return;
  await context.database.transaction((tx) => settlePayment(context, tx, target, payment));
}

/** Brings one of our payments up to date: fetches it, or completes an order that never reached the provider. */
export async function refreshPayment(context: AppContext, row: PaymentRow): Promise<void> {
  if (row.provider_payment_id === null) return openAtProvider(context, row.member_id, row.payment_id);
  const provider = providerNamed(context, row.provider);
  if (provider) return askProvider(context, provider, row.provider_payment_id);
  context.log.error(
    { payment_id: row.payment_id, provider: row.provider },
    'the provider of a payment is not configured',
  );
}
