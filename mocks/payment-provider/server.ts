import { ApiError } from '../shared/api-error.ts';
import { createFaults } from '../shared/faults.ts';
import { addApi, createProviderServer, runProvider } from '../shared/provider-server.ts';
import type { ProviderOptions, RunningProvider } from '../shared/provider-server.ts';
import { createWebhookSender } from '../shared/webhooks.ts';
import { addControlRoutes } from './control.ts';
import { addCustomerRoutes, addMandateRoutes } from './customer-routes.ts';
import { handleError, sendError } from './errors.ts';
import { addMethodPictures, addMethodRoutes } from './methods.ts';
import { addPayPageRoutes } from './pay-page.ts';
import { addPaymentRoutes } from './payment-routes.ts';
import { runPlan } from './plan.ts';
import { expireIfDue } from './payments.ts';
import { addRefundRoutes } from './refund-routes.ts';
import { settleRefunds } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';
import { openStore } from './store.ts';

export type PaymentProviderOptions = ProviderOptions & {
  /** The origin in links for buyers and API clients, if it differs from the listening address. */
  publicUrl?: string;
};

function sweep(sandbox: Sandbox): void {
  for (const payment of sandbox.store.payments.values()) {
    runPlan(sandbox, payment);
    expireIfDue(sandbox, payment);
    settleRefunds(sandbox, payment);
  }
}

/**
 * Starts a payment provider that implements Mollie's REST API v2 and moves no money: the API under `/v2`, the pay page
 * under `/pay/{id}`, real webhooks, and `/control` for tests. Rejects if the port is taken or the data file cannot be
 * read. `close` writes pending changes first.
 */
export async function startPaymentProvider(options: PaymentProviderOptions): Promise<RunningProvider> {
  const log = options.log ?? (() => undefined);
  const store = await openStore(options.dataFile, log);
  let ahead = 0;
  const sandbox: Sandbox = {
    address: '',
    store,
    webhooks: createWebhookSender({ retryDelaysMs: options.webhookRetryDelaysMs, log }),
    faults: createFaults(),
    now: () => (options.now ?? Date.now)() + ahead,
    moveClock(milliseconds) {
      ahead += milliseconds;
      sweep(sandbox);
    },
  };
  const app = createProviderServer((body) => Object.fromEntries(new URLSearchParams(body)));
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError(404, 'No such address.')));
  const { apiKey } = options;
  const refuse = () => new ApiError(401, 'Missing authentication, or failed to authenticate');
  addApi(app, { faults: sandbox.faults, apiKey, refuse }, (api) => {
    addPaymentRoutes(api, sandbox);
    addRefundRoutes(api, sandbox);
    addCustomerRoutes(api, sandbox);
    addMandateRoutes(api, sandbox);
    addMethodRoutes(api, sandbox);
  });
  addControlRoutes(app, sandbox);
  addPayPageRoutes(app, sandbox);
  addMethodPictures(app);
  const provider = await runProvider(app, sandbox, options, () => sweep(sandbox));
  sandbox.address = (options.publicUrl ?? provider.url).replace(/\/+$/, '');
  log(`payment provider: ${provider.url}`);
  return provider;
}
