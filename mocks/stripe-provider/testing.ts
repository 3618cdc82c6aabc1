import type { Answer } from '../payment-provider/testing.ts';
import { sign } from './events.ts';
import { startStripeProvider } from './server.ts';
import type { StripeProviderOptions } from './server.ts';

/** Helpers for tests against a running provider. They use only its HTTP interface. */

export const stripeTestKey = 'sk_test_sandbox';
export const stripeTestSecret = 'whsec_sandbox';

/** Starts a provider. `call` posts JSON to `/control` and forms to the API. */
export async function startStripeSandbox(options: Partial<StripeProviderOptions> = {}) {
  const provider = await startStripeProvider({
    apiKey: stripeTestKey,
    webhookSecret: stripeTestSecret,
    ...options,
  });

  async function call(method: string, path: string, body?: object): Promise<Answer> {
    const isControl = path.startsWith('/control');
    const response = await fetch(provider.url + path, {
      method,
      headers: {
        authorization: `Bearer ${stripeTestKey}`,
        ...(body && { 'content-type': isControl ? 'application/json' : 'application/x-www-form-urlencoded' }),
      },
      ...(body && { body: isControl ? JSON.stringify(body) : new URLSearchParams(body as never).toString() }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse((await response.text()) || '{}') as Answer['body'],
    };
  }

  return {
    ...provider,
    call,
    /** Presses a button on the pay page without following the redirect. */
    press: (id: string, action: string, card?: string) =>
      fetch(`${provider.url}/pay/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ action, ...(card === undefined ? {} : { card }) }),
        redirect: 'manual',
      }),
    sign,
  };
}
