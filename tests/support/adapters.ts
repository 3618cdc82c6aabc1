import { toId } from '../../contract/platform/id.ts';
import { startSandbox, testKey } from '../../mocks/payment-provider/testing.ts';
import { startStripeSandbox, stripeTestKey, stripeTestSecret } from '../../mocks/stripe-provider/testing.ts';
import { createMollie } from '../../server/payments/mollie/mollie.ts';
import { type PaymentProvider, ProviderFault, type ProviderOrder } from '../../server/payments/provider.ts';
import { createStripe } from '../../server/payments/stripe/stripe.ts';

/** The provider's names of some methods. */
const names = {
  mollie: { card: 'creditcard', debit: 'directdebit' },
  stripe: { card: 'card', debit: 'sepa_debit' },
} as const;

/** Opens the adapter of a provider, and the sandbox that it calls. */
export async function openAdapter(name: 'mollie' | 'stripe') {
  const clock = { now: Date.now() };
  const sandbox = name === 'mollie' ? await startSandbox() : await startStripeSandbox();
  const { card, debit } = names[name];
  const adapter = (timeout = 2_000, apiKey?: string, url = sandbox.url): PaymentProvider =>
    name === 'mollie'
      ? createMollie({ url, apiKey: apiKey ?? testKey, timeout })
      : createStripe({
          url,
          apiKey: apiKey ?? stripeTestKey,
          webhookSecrets: [stripeTestSecret],
          now: () => new Date(clock.now),
          timeout,
        });
  const newCustomer = () => adapter().createCustomer({ key: crypto.randomUUID(), memberId: toId('m'), language: 'fi' });
  const control = (id: string, body: object) => sandbox.call('PUT', `/control/payments/${id}`, body);

  return {
    name,
    sandbox,
    adapter,
    clock,
    card,
    debit,
    newCustomer,
    control,
    fault: (mode: string, more: object = {}) => sandbox.call('PUT', '/control/faults', { mode, ...more }),
    /** A customer with a stored card. */
    async first(brand: string) {
      const customer = await newCustomer();
      const { id } = await adapter().createPayment(providerOrder({ method: card, sequence: 'first', customer }));
      await sandbox.press(id, 'pay', brand);
      return { customer, mandate: (await adapter().fetchPayment(id))?.mandate ?? '' };
    },
    /** Charges a stored card or account. */
    again: (customer: string, mandate: string, fields: Partial<ProviderOrder> = {}) =>
      adapter().createPayment(providerOrder({ method: card, sequence: 'recurring', customer, mandate, ...fields })),
    async paid() {
      const { id } = await adapter().createPayment(providerOrder());
      await control(id, { status: 'paid' });
      return id;
    },
    async listed(from = new Date(0)): Promise<string[]> {
      const ids: string[] = [];
      for await (const { id } of adapter().listPayments(from)) ids.push(id);
      return ids;
    },
  };
}

export const providerOrder = (fields: Partial<ProviderOrder> = {}): ProviderOrder => ({
  key: crypto.randomUUID(),
  money: { minor: 1_999, currency: 'EUR' },
  method: 'ideal',
  sequence: 'oneoff',
  customer: null,
  mandate: null,
  description: 'Tealight: 120 credits',
  language: 'nb',
  returnUrl: 'http://shop.test/transactions/1',
  webhookUrl: 'http://127.0.0.1:9/hook',
  reference: { memberId: toId('m'), paymentId: toId('p') },
  ...fields,
});

/** Returns the outcome of a provider fault, or a text about what happened instead. */
export const catchFault = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    (error: unknown) => (error instanceof ProviderFault ? error.outcome : error),
  );
