import { startStripeSandbox, stripeTestKey, stripeTestSecret } from '../../mocks/stripe-provider/testing.ts';
import { ProviderFault, type ProviderOrder } from '../../server/payments/provider.ts';
import { createStripe } from '../../server/payments/stripe/stripe.ts';

/** The Stripe adapter and a sandbox that it calls. */
export async function openStripeAdapter() {
  const clock = { now: Date.now() };
  const sandbox = await startStripeSandbox();
  const stripe = (timeout = 2_000, apiKey = stripeTestKey, url = sandbox.url) =>
    createStripe({ url, apiKey, webhookSecrets: [stripeTestSecret], now: () => new Date(clock.now), timeout });

  const newCustomer = () => stripe().createCustomer({ key: crypto.randomUUID(), memberId: 'm', language: 'de' });

  return {
    sandbox,
    stripe,
    clock,
    newCustomer,
    control: (id: string, body: object) => sandbox.call('PUT', `/control/payments/${id}`, body),
    async first(card: string) {
      const customer = await newCustomer();
      const { id } = await stripe().createPayment(stripeOrder({ method: 'card', sequence: 'first', customer }));
      await sandbox.press(id, 'pay', card);
      const paid = await stripe().fetchPayment(id);
      return { customer, mandate: paid?.mandate ?? '' };
    },
    again: (customer: string, mandate: string, fields: Partial<ProviderOrder> = {}) =>
      stripe().createPayment(stripeOrder({ method: 'card', sequence: 'recurring', customer, mandate, ...fields })),
  };
}

export const stripeOrder = (fields: Partial<ProviderOrder> = {}): ProviderOrder => ({
  key: crypto.randomUUID(),
  money: { minor: 1_999, currency: 'EUR' },
  method: 'ideal',
  sequence: 'oneoff',
  customer: null,
  mandate: null,
  description: 'Tealight: 120 credits',
  language: 'en',
  returnUrl: 'http://shop.test/transactions/1',
  webhookUrl: 'http://127.0.0.1:9/hook',
  reference: { memberId: 'm', paymentId: 'p' },
  ...fields,
});

/** The outcome of a provider fault, or a text about what happened instead. */
export const catchFault = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    (error: unknown) => (error instanceof ProviderFault ? error.outcome : error),
  );
