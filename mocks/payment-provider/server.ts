import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addControlRoutes } from './control.ts';
import { addCustomerRoutes, addMandateRoutes } from './customer-routes.ts';
import { ApiError, handleError, sendError } from './errors.ts';
import { createFaults, drawFault, spoilAnswer } from './faults.ts';
import { addMethodPictures, addMethodRoutes } from './methods.ts';
import { addPayPageRoutes } from './pay-page.ts';
import { addPaymentRoutes } from './payment-routes.ts';
import { runPlan } from './plan.ts';
import { expireIfDue } from './payments.ts';
import { addRefundRoutes } from './refund-routes.ts';
import { settleRefunds } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';
import { openStore } from './store.ts';
import { createWebhookSender } from './webhooks.ts';

export type PaymentProviderOptions = {
  /** Any free port if 0 or absent. */
  port?: number;
  host?: string;
  /** The key expected in `Authorization: Bearer`. */
  apiKey: string;
  /** JSON file in which payments survive a restart. Without it they are kept in memory. */
  dataFile?: string;
  log?: (line: string) => void;
  /** The origin in links for buyers and API clients, if it differs from the listening address. */
  publicUrl?: string;
  /** Pauses before the second, third and further attempts of a webhook, in milliseconds. */
  webhookRetryDelaysMs?: readonly number[];
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
};

export type PaymentProvider = { url: string; port: number; close(): Promise<void> };

const sweepMilliseconds = 1000;

function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json/, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : (JSON.parse(String(body)) as unknown));
    } catch {
      done(new ApiError(400, 'The body is not valid JSON.'));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function addApi(app: FastifyInstance, sandbox: Sandbox, apiKey: string): void {
  const expected = digest(`Bearer ${apiKey}`);
  void app.register(async (api) => {
    api.addHook('onRequest', (request, reply) => drawFault(sandbox.faults, request, reply));
    api.addHook('onRequest', async (request) => {
      const given = digest(request.headers.authorization ?? '');
      if (!timingSafeEqual(given, expected)) {
        throw new ApiError(401, 'Missing authentication, or failed to authenticate');
      }
    });
    api.addHook('onSend', (request) => spoilAnswer(sandbox.faults, request));
    addPaymentRoutes(api, sandbox);
    addRefundRoutes(api, sandbox);
    addCustomerRoutes(api, sandbox);
    addMandateRoutes(api, sandbox);
    addMethodRoutes(api, sandbox);
  });
}

/** Does everything that is due. */
function sweep(sandbox: Sandbox): void {
  for (const payment of sandbox.store.payments.values()) {
    runPlan(sandbox, payment);
    expireIfDue(sandbox, payment);
    settleRefunds(sandbox, payment);
  }
}

/**
 * Starts a payment provider that implements Mollie's REST API v2 and moves no money: the API under `/v2`, the pay page
 * under `/pay/{id}`, real webhooks, and `/control` for tests.
 * Rejects if the port is taken or the data file cannot be read. `close` writes pending changes first.
 */
export async function startPaymentProvider(options: PaymentProviderOptions): Promise<PaymentProvider> {
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
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 });
  addParsers(app);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError(404, 'No such address.')));
  addApi(app, sandbox, options.apiKey);
  addControlRoutes(app, sandbox);
  addPayPageRoutes(app, sandbox);
  addMethodPictures(app);

  const host = options.host ?? '127.0.0.1';
  await app.listen({ port: options.port ?? 0, host });
  const { port } = app.server.address() as AddressInfo;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
  sandbox.address = (options.publicUrl ?? url).replace(/\/+$/, '');
  const sweeping = setInterval(() => sweep(sandbox), sweepMilliseconds).unref();
  log(`payment provider: ${url}`);
  return {
    url,
    port,
    async close() {
      clearInterval(sweeping);
      sandbox.webhooks.close();
      sandbox.faults.close();
      await app.close();
      await store.close();
    },
  };
}
