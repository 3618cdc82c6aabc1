import { runProvider, type RunningProvider } from '../shared/provider-server.ts';
import { createSandbox, type ProviderOptions } from '../shared/sandbox.ts';
import { addCustomerRoutes, addMandateRoutes } from './customer-routes.ts';
import { halJson, handleError } from './errors.ts';
import { addMethodRoutes } from './methods.ts';
import { addPaymentRoutes, addRefundRoutes } from './payment-routes.ts';
import { runPlan, expireIfDue, settleRefunds } from './payments.ts';
import { openPayments } from './sandbox-payments.ts';
import { type Sandbox, openSandboxStore } from './store.ts';

function sweep(sandbox: Sandbox): void {
  for (const payment of sandbox.store.payments.values()) {
    runPlan(sandbox, payment);
    expireIfDue(sandbox, payment);
    settleRefunds(sandbox, payment);
  }
}

/**
 * Implements Mollie's REST API v2 under `/v2`, the pay page under `/pay/{id}`, real webhooks, and `/control` for tests.
 * Moves no money. Rejects if the port is taken or the data file cannot be read.
 */
export async function startPaymentProvider(options: ProviderOptions): Promise<RunningProvider> {
  const store = await openSandboxStore(options.dataFile);
  const sandbox: Sandbox = createSandbox(options, store, () => sweep(sandbox));
  return runProvider(options, sandbox, {
    payments: openPayments(sandbox),
    readForm: (body) => Object.fromEntries(new URLSearchParams(body)),
    handleError,
    addApiRoutes: (api) => {
      api.addHook('onRequest', async (_request, reply) => void reply.type(halJson));
      addPaymentRoutes(api, sandbox);
      addRefundRoutes(api, sandbox);
      addCustomerRoutes(api, sandbox);
      addMandateRoutes(api, sandbox);
      addMethodRoutes(api, sandbox);
    },
  });
}
