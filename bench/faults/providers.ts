import { startPaymentProvider } from '../../mocks/payment-provider/server.ts';
import type { PaymentView } from '../../mocks/shared/control.ts';
import { startStripeProvider } from '../../mocks/stripe-provider/server.ts';
import { createProviderFaults, mollieDialect, stripeDialect } from './provider-faults.ts';

export const providerNames = ['mollie', 'stripe'] as const;
export type ProviderName = (typeof providerNames)[number];

export type ProviderUnderTest = ReturnType<typeof underTest>;
export type Providers = Record<ProviderName, ProviderUnderTest>;

const mollieKey = 'test_faults';
const stripeKey = 'sk_test_faults';
const stripeSecret = 'whsec_faults';
const webhookRetryDelaysMs = [500, 2_000];

/** Starts both providers. `appAddress`: the address for Stripe's webhooks, once it is known. */
export async function startProviders(appAddress: () => string | undefined): Promise<Providers> {
  const faults = { mollie: createProviderFaults(mollieDialect), stripe: createProviderFaults(stripeDialect) };
  const { addHooks, isLosing } = faults.stripe;
  const mollie = await startPaymentProvider({
    apiKey: mollieKey,
    webhookRetryDelaysMs,
    addHooks: faults.mollie.addHooks,
  });
  const stripe = await startStripeProvider({
    apiKey: stripeKey,
    webhookSecret: stripeSecret,
    webhookRetryDelaysMs,
    addHooks,
    webhookUrl: () => {
      const address = appAddress();
      if (address === undefined || isLosing()) return null;
      return `http://${address}/api/payment-webhook.php?provider=stripe`;
    },
  });
  return {
    mollie: underTest('mollie', mollie, faults.mollie),
    stripe: underTest('stripe', stripe, faults.stripe),
  };
}

export function providerSettings({ mollie, stripe }: Providers): Record<string, string> {
  return {
    PAYMENTS_URL: mollie.url,
    PAYMENTS_API_KEY: mollieKey,
    STRIPE_URL: stripe.url,
    STRIPE_API_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRETS: stripeSecret,
  };
}

/** Lists the payments at the providers for one order. More than one is a violation. */
export function listOrderProviders(
  providers: Providers,
  paymentId: string,
): { provider: ProviderUnderTest; id: string }[] {
  return providerNames.flatMap((name) =>
    providers[name].faults.listPayments(paymentId).map((id) => ({ provider: providers[name], id })),
  );
}

function underTest(
  name: ProviderName,
  { url, close }: { url: string; close(): Promise<void> },
  faults: ReturnType<typeof createProviderFaults>,
) {
  /** Throws if the response is not 2xx. */
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/control/payments/${path}`, { method, ...sent });
    if (!answer.ok)
      throw new Error(`the sandbox answers ${answer.status} to ${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    name,
    url,
    faults,
    close,
    /** Calls the control API about payments, without faults. */
    control,
    view: async (id: string) => (await control('GET', id)) as PaymentView,
  };
}
