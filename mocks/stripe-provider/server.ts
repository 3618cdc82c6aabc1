import { createFaults } from '../shared/faults.ts';
import { addApi, createProviderServer, runProvider } from '../shared/provider-server.ts';
import type { ProviderOptions, RunningProvider } from '../shared/provider-server.ts';
import { createWebhookSender } from '../shared/webhooks.ts';
import { addControlRoutes } from './control.ts';
import { CallError, handleError } from './errors.ts';
import { eventWriter } from './events.ts';
import { readForm } from './form.ts';
import { addPayPageRoutes } from './pay-page.ts';
import { expireIfDue, settleIfDue } from './payments.ts';
import { addRoutes } from './routes.ts';
import { openStore } from './store.ts';
import type { Sandbox } from './types.ts';

export type StripeProviderOptions = ProviderOptions & {
  /** The secret that signs webhooks. */
  webhookSecret: string;
  /** The URL to which webhooks are sent; null while there is no receiver. */
  webhookUrl?: () => string | null | undefined;
};

function sweep(sandbox: Sandbox): void {
  for (const object of sandbox.store.objects.values()) {
    if (object.object === 'checkout.session') expireIfDue(sandbox, object);
    if (object.object === 'payment_intent') settleIfDue(sandbox, object);
  }
}

/**
 * Starts a payment provider that implements Stripe's API and moves no money: the API under `/v1`, the pay page under
 * `/pay/{id}`, signed webhooks, and `/control` for tests. Rejects if the port is taken or the data file cannot be read.
 * `close` writes pending changes first.
 */
export async function startStripeProvider(options: StripeProviderOptions): Promise<RunningProvider> {
  const log = options.log ?? (() => undefined);
  const realNow = options.now ?? Date.now;
  const events = new Map<string, string>();
  let ahead = 0;
  const sandbox: Sandbox = {
    address: '',
    store: await openStore(options.dataFile, log),
    webhooks: createWebhookSender({
      retryDelaysMs: options.webhookRetryDelaysMs,
      log,
      // The receiver's clock does not move with the provider's.
      write: eventWriter(events, options.webhookSecret, realNow),
    }),
    faults: createFaults(),
    events,
    switchedOff: new Set(),
    webhookUrl: () => options.webhookUrl?.() ?? null,
    now: () => realNow() + ahead,
    moveClock(milliseconds) {
      ahead += milliseconds;
      sweep(sandbox);
    },
  };
  const app = createProviderServer(readForm);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request) => {
    throw new CallError(404, `Unrecognized request URL (${request.method}: ${request.url.split('?')[0] ?? ''}).`);
  });
  const refuse = () => new CallError(401, 'Invalid API Key provided');
  addApi(app, { faults: sandbox.faults, apiKey: options.apiKey, refuse }, (api) => addRoutes(api, sandbox));
  addControlRoutes(app, sandbox);
  addPayPageRoutes(app, sandbox);
  const provider = await runProvider(app, sandbox, options, () => sweep(sandbox));
  sandbox.address = provider.url;
  log(`stripe provider: ${provider.url}`);
  return provider;
}
