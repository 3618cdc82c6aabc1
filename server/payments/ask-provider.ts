import { isId } from '../../contract/platform/id.ts';
import type { AppContext } from '../context.ts';
import { getProviderState } from './provider-state.ts';
import type { PaymentProvider } from './provider.ts';
import { providerNamed } from './providers.ts';
import { openAtProvider } from './open-at-provider.ts';
import { type PaymentRow, findByProviderId } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Fetches a payment from the provider and settles ours. At most one request per id is running and one is queued; calls
 * that arrive meanwhile share the queued one. It starts after they arrived, so it sees whatever they were notified of.
 * Throws `ProviderFault` when the provider does not answer.
 */
export function askProvider(context: AppContext, provider: PaymentProvider, providerPaymentId: string): Promise<void> {
  const { settling } = getProviderState(context);
  const queue = settling.get(providerPaymentId);
  if (queue) {
    queue.next ??= queue.running.catch(() => undefined).then(() => start(context, provider, providerPaymentId));
    return queue.next;
  }
  return start(context, provider, providerPaymentId);
}

function start(context: AppContext, provider: PaymentProvider, id: string): Promise<void> {
  const { settling } = getProviderState(context);
  const queue = {
    next: undefined,
    running: ask(context, provider, id).finally(() => {
      if (settling.get(id) === queue && !queue.next) settling.delete(id);
    }),
  };
  settling.set(id, queue);
  return queue.running;
}

async function ask(context: AppContext, provider: PaymentProvider, id: string): Promise<void> {
  const seen = await provider.fetchPayment(id);
  if (!seen) return;
  const known = await context.database.first(findByProviderId, { provider: provider.name, providerPaymentId: id });
  const target = known ? { memberId: known.member_id, paymentId: known.payment_id } : seen.reference;
  if (!target || !isId(target.memberId) || !isId(target.paymentId)) return;
  await context.database.transaction((tx) => settlePayment(context, tx, target, seen));
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
