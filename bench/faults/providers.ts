import { startPaymentProvider } from '../../mocks/payment-provider/server.ts';
import { startStripeProvider } from '../../mocks/stripe-provider/server.ts';
import { type ProviderDialect, mollieDialect, stripeDialect } from './provider-dialects.ts';
import { type ProviderProxy, startProviderProxy } from './provider-proxy.ts';

export const providerNames = ['mollie', 'stripe'] as const;
export type ProviderName = (typeof providerNames)[number];

/** A payment provider under test: its sandbox, and the proxy through which the app calls it. */
export interface ProviderUnderTest {
  name: ProviderName;
  proxy: ProviderProxy;
  /** Calls the sandbox directly, without the proxy. Throws if the answer is not 2xx. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  close(): Promise<void>;
}

export type Providers = Record<ProviderName, ProviderUnderTest>;

const mollieKey = 'test_faults';
const stripeKey = 'sk_test_faults';
const stripeSecret = 'whsec_faults';
const webhookRetryDelaysMs = [500, 2_000];

/** Starts both sandboxes. `appAddress` returns the app's address for Stripe's webhooks once it is known. */
export async function startProviders(appAddress: () => string | undefined): Promise<Providers> {
  const mollie = await startPaymentProvider({ apiKey: mollieKey, webhookRetryDelaysMs });
  let proxy: ProviderProxy | undefined;
  const stripe = await startStripeProvider({
    apiKey: stripeKey,
    webhookSecret: stripeSecret,
    webhookRetryDelaysMs,
    webhookUrl: () => {
      if (proxy?.isLosing()) return null;
      const address = appAddress();
      return address === undefined ? null : `http://${address}/api/payment-webhook.php?provider=stripe`;
    },
  });
  const stripeBehindProxy = await behindProxy('stripe', stripe, stripeKey, stripeDialect);
  proxy = stripeBehindProxy.proxy;
  return { mollie: await behindProxy('mollie', mollie, mollieKey, mollieDialect), stripe: stripeBehindProxy };
}

/** The settings that point the app at both proxies. */
export function providerSettings({ mollie, stripe }: Providers): Record<string, string> {
  return {
    PAYMENTS_URL: mollie.proxy.url,
    PAYMENTS_API_KEY: mollieKey,
    STRIPE_URL: stripe.proxy.url,
    STRIPE_API_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRETS: stripeSecret,
  };
}

/** The providers that have an order, with its ids there. More than one is a violation. */
export function listOrderProviders(
  providers: Providers,
  paymentId: string,
): { provider: ProviderUnderTest; id: string }[] {
  return providerNames.flatMap((name) =>
    providers[name].proxy.paymentsOf(paymentId).map((id) => ({ provider: providers[name], id })),
  );
}

async function behindProxy(
  name: ProviderName,
  sandbox: { url: string; close(): Promise<void> },
  apiKey: string,
  dialect: ProviderDialect,
): Promise<ProviderUnderTest> {
  const proxy = await startProviderProxy(sandbox.url, dialect);
  return {
    name,
    proxy,
    control: (method, path, body) => control(sandbox.url, apiKey, method, path, body),
    close: async () => {
      await proxy.close();
      await sandbox.close();
    },
  };
}

async function control(url: string, apiKey: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`the sandbox answers ${answer.status} to ${method} ${path}: ${await answer.text()}`);
  return answer.json();
}
