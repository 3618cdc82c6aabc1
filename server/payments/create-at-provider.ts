import { nameAtProvider } from '../../contract/payments/payment-methods.ts';
import { isLanguage } from '../../contract/platform/languages.ts';
import type { AppContext } from '../context.ts';
import { hourMs } from '../platform/clock.ts';
import { attachToOrder } from './attach-payment.ts';
import { findCustomerId, withCustomer } from './cards/customer.ts';
import { type PaymentProvider, ProviderFault, type ProviderOrder, type ProviderPayment } from './provider.ts';
import { getProviderState, providerNamed } from './providers.ts';
import { type PaymentRow, endCreation, findPayment, lockPayment } from './queries.ts';
import { releaseFailed, settlePayment } from './settle-payment.ts';

// Providers remember an idempotency key for at least an hour; repeating a call later could create a second payment.
const repeatableMs = hourMs;

/**
 * Creates an order's payment at the provider, once: its id is the idempotency key. Never throws for a provider fault:
 * the payment stays open without a pay page, or becomes `failed` if the provider refused it.
 */
export function openAtProvider(context: AppContext, memberId: MemberId, paymentId: PaymentId): Promise<void> {
  const { creating } = getProviderState(context);
  const known = creating.get(paymentId);
  if (known) return known;
  const fresh = createPaymentOnce(context, memberId, paymentId).finally(() => creating.delete(paymentId));
  creating.set(paymentId, fresh);
  return fresh;
}

async function createPaymentOnce(context: AppContext, memberId: MemberId, paymentId: PaymentId): Promise<void> {
  const row = await context.database.first(findPayment, { memberId, paymentId });
  if (!row || row.provider_payment_id !== null || (row.status !== 'loading' && row.status !== 'pending')) return;
  if (context.clock.now().getTime() - row.created_at.getTime() > repeatableMs) {
    await finishCreation(context, row, 'failed');
    return;
  }
  try {
    const provider = providerNamed(context, row.provider);
    if (!provider) throw new ProviderFault('unknown', `the provider ${row.provider} is not configured`);
    const made = await createAt(context, provider, row);
    await context.database.transaction(async (tx) => {
      // The member may have canceled the order meanwhile.
      const locked = (await tx.first(lockPayment, { memberId, paymentId })) ?? row;
      await attachToOrder(context, tx, locked, made);
      // A stored card was charged, or declined, without a pay page.
      if (made.state !== 'open') await settlePayment(context, tx, { memberId, paymentId }, made);
    });
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    const { outcome, message } = error;
    context.log.error(
      { event: 'payment-not-created', payment_id: paymentId, outcome, err: message },
      'creating a payment at the provider failed',
    );
    await finishCreation(context, row, outcome === 'refused' ? 'failed' : 'pending');
  }
}

async function finishCreation(context: AppContext, row: PaymentRow, status: 'failed' | 'pending'): Promise<void> {
  await context.database.transaction(async (tx) => {
    const ended = await tx.run(endCreation, { memberId: row.member_id, paymentId: row.payment_id, status });
    if (ended > 0 && status === 'failed') await releaseFailed(context, tx, row);
  });
}

async function createAt(context: AppContext, provider: PaymentProvider, row: PaymentRow): Promise<ProviderPayment> {
  const order = buildOrder(context, row);
  const { member_id: memberId } = row;
  if (row.mandate !== null) {
    const customer = await findCustomerId(context, provider, memberId);
    if (customer === undefined) throw new ProviderFault('refused', `${row.provider} has no such customer`);
    return provider.createPayment({ ...order, sequence: 'recurring', customer });
  }
  if (!row.store_card) return provider.createPayment({ ...order, sequence: 'oneoff', customer: null });
  return withCustomer(context, provider, { memberId, language: order.language }, (customer) =>
    provider.createPayment({ ...order, key: `${order.key}-${customer}`, sequence: 'first', customer }),
  );
}

function buildOrder(context: AppContext, row: PaymentRow): Omit<ProviderOrder, 'sequence' | 'customer'> {
  const method = nameAtProvider(row.provider, row.method);
  if (method === undefined) throw new ProviderFault('refused', `${row.provider} has no name for ${row.method}`);
  return {
    key: row.payment_id,
    money: { minor: row.amount + row.fee, currency: row.currency },
    method,
    mandate: row.mandate,
    description: row.description,
    language: isLanguage(row.language) ? row.language : 'en',
    returnUrl: `${row.return_origin}/transactions/${row.payment_id}`,
    webhookUrl: `${context.payments.webhookOrigin()}/api/payment-webhook.php?provider=${row.provider}`,
    reference: { memberId: row.member_id, paymentId: row.payment_id },
  };
}
