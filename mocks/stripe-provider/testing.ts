import { openCaller } from '../shared/testing.ts';
import { sign } from './events.ts';
import { startStripeProvider, type StripeProviderOptions } from './server.ts';

export const stripeTestKey = 'sk_test_sandbox';
export const stripeTestSecret = 'whsec_sandbox';

/** Starts a provider, and a caller that sends forms to its API. */
export async function startStripeSandbox(options: Partial<StripeProviderOptions> = {}) {
  const keys = { apiKey: stripeTestKey, webhookSecret: stripeTestSecret };
  const provider = await startStripeProvider({ ...keys, ...options });
  const caller = openCaller(provider, stripeTestKey, (body) => new URLSearchParams(body as Record<string, string>));
  return { ...provider, ...caller, sign };
}
