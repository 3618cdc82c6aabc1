import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../payment-provider/errors.ts';
import { createFaults, drawFault, spoilAnswer } from '../payment-provider/faults.ts';
import { createWebhookSender } from '../payment-provider/webhooks.ts';
import { addControlRoutes } from './control.ts';
import { CallError, handleError } from './errors.ts';
import { eventWriter } from './events.ts';
import { readForm } from './form.ts';
import { addPayPageRoutes } from './pay-page.ts';
import { expireIfDue, settleIfDue } from './payments.ts';
import { addRoutes } from './routes.ts';
import { openStore } from './store.ts';
import type { Sandbox } from './types.ts';

export type StripeProviderOptions = {
  /** Any free port if 0 or absent. */
  port?: number;
  host?: string;
  /** The key expected in `Authorization: Bearer`. */
  apiKey: string;
  /** Signs the webhooks. */
  webhookSecret: string;
  /** Where webhooks are sent; null as long as nobody listens. */
  webhookUrl?: () => string | null | undefined;
  /** JSON file in which everything survives a restart. Without it, it is kept in memory. */
  dataFile?: string;
  log?: (line: string) => void;
  /** Pauses before the second, third and further attempts of a webhook, in milliseconds. */
  webhookRetryDelaysMs?: readonly number[];
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
};

export type StripeProvider = { url: string; port: number; close(): Promise<void> };

const sweepMilliseconds = 1000;

function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, readForm(String(body)));
  });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : (JSON.parse(String(body)) as unknown));
    } catch {
      done(new ApiError(400, 'The body is not valid JSON.'));
    }
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function addApi(app: FastifyInstance, sandbox: Sandbox, apiKey: string): void {
  const expected = digest(`Bearer ${apiKey}`);
  void app.register(async (api) => {
    api.addHook('onRequest', (request, reply) => drawFault(sandbox.faults, request, reply));
    api.addHook('onRequest', async (request) => {
      if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
        throw new CallError(401, 'Invalid API Key provided');
      }
    });
    api.addHook('onSend', (request) => spoilAnswer(sandbox.faults, request));
    addRoutes(api, sandbox);
  });
}

/** Does everything that is due. */
function sweep(sandbox: Sandbox): void {
  for (const object of sandbox.store.objects.values()) {
    if (object.object === 'checkout.session') expireIfDue(sandbox, object);
    if (object.object === 'payment_intent') settleIfDue(sandbox, object);
  }
}

/**
 * Starts a payment provider in the shape of Stripe's API that moves no money: the API under `/v1`, the pay page under
 * `/pay/{id}`, signed webhooks, and `/control` for tests.
 * Rejects if the port is taken or the data file cannot be read. `close` writes pending changes first.
 */
export async function startStripeProvider(options: StripeProviderOptions): Promise<StripeProvider> {
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
    webhookUrl: () => options.webhookUrl?.() ?? null,
    now: () => realNow() + ahead,
    moveClock(milliseconds) {
      ahead += milliseconds;
      sweep(sandbox);
    },
  };
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 });
  addParsers(app);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request) => {
    throw new CallError(404, `Unrecognized request URL (${request.method}: ${request.url.split('?')[0] ?? ''}).`);
  });
  addApi(app, sandbox, options.apiKey);
  addControlRoutes(app, sandbox);
  addPayPageRoutes(app, sandbox);

  const host = options.host ?? '127.0.0.1';
  await app.listen({ port: options.port ?? 0, host });
  const { port } = app.server.address() as AddressInfo;
  sandbox.address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
  const sweeping = setInterval(() => sweep(sandbox), sweepMilliseconds).unref();
  log(`stripe provider: ${sandbox.address}`);
  return {
    url: sandbox.address,
    port,
    async close() {
      clearInterval(sweeping);
      sandbox.webhooks.close();
      sandbox.faults.close();
      await app.close();
      await sandbox.store.close();
    },
  };
}
