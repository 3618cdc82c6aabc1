import type { AppContext } from '../context.ts';
import { deskOf } from './desk.ts';
import { openAtProvider } from './open-at-provider.ts';
import { type PaymentRow, findByProviderId } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Asks the provider about one of its payments and settles ours. Questions about one id queue up, one running and one
 * waiting: who comes in between shares the waiting one, which begins after they came and so sees what they heard of.
 * Throws `ProviderFault` when the provider does not answer.
 */
export function askProvider(context: AppContext, providerPaymentId: string): Promise<void> {
  const { settling } = deskOf(context);
  const queue = settling.get(providerPaymentId);
  if (queue) {
    queue.next ??= queue.running.catch(() => undefined).then(() => start(context, providerPaymentId));
    return queue.next;
  }
  return start(context, providerPaymentId);
}

function start(context: AppContext, id: string): Promise<void> {
  const { settling } = deskOf(context);
  const queue = {
    next: undefined,
    running: ask(context, id).finally(() => {
      if (settling.get(id) === queue && !queue.next) settling.delete(id);
    }),
  };
  settling.set(id, queue);
  return queue.running;
}

async function ask(context: AppContext, id: string): Promise<void> {
  const { provider } = deskOf(context);
  const seen = await provider.fetchPayment(id);
  if (!seen) return;
  const known = await context.database.first(findByProviderId, [provider.name, id]);
  const target = known ? { memberId: known.member_id, paymentId: known.payment_id } : seen.reference;
  if (!target || !isUuid(target.memberId) || !isUuid(target.paymentId)) return;
  await context.database.transaction((tx) => settlePayment(context, tx, target, seen));
}

/** Brings an own payment up to date: asks about it, or finishes an order that did not reach the provider. */
export async function refreshPayment(context: AppContext, row: PaymentRow): Promise<void> {
  if (row.provider_payment_id !== null) await askProvider(context, row.provider_payment_id);
  else await openAtProvider(context, row.member_id, row.payment_id);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
