import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import { drawFault, spoilAnswer } from './faults.ts';
import type { Faults } from './faults.ts';
import type { WebhookSender } from './webhooks.ts';

export type ProviderOptions = {
  /** Any free port if 0 or absent. */
  port?: number;
  host?: string;
  /** The key expected in `Authorization: Bearer`. */
  apiKey: string;
  /** JSON file in which the state survives a restart. Without it, the state is kept in memory. */
  dataFile?: string;
  log?: (line: string) => void;
  /** Pauses before the second, third and further attempts of a webhook, in milliseconds. */
  webhookRetryDelaysMs?: readonly number[];
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
};

export type RunningProvider = { url: string; port: number; close(): Promise<void> };

type Parts = { faults: Faults; webhooks: WebhookSender; store: { close(): Promise<void> } };

const sweepMilliseconds = 1000;

/** Creates a server that parses JSON, and forms with `readForm`. */
export function createProviderServer(readForm: (body: string) => unknown): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json/, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : (JSON.parse(String(body)) as unknown));
    } catch {
      done(new ApiError(400, 'The body is not valid JSON.'));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, readForm(String(body)));
  });
  return app;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Adds the routes of the API, which require the key and inject faults. `refuse` creates the error for a wrong key. */
export function addApi(
  app: FastifyInstance,
  { faults, apiKey, refuse }: { faults: Faults; apiKey: string; refuse: () => Error },
  addRoutes: (api: FastifyInstance) => void,
): void {
  const expected = digest(`Bearer ${apiKey}`);
  void app.register(async (api) => {
    api.addHook('onRequest', (request, reply) => drawFault(faults, request, reply));
    api.addHook('onRequest', async (request) => {
      if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw refuse();
    });
    api.addHook('onSend', (request, reply, payload) => spoilAnswer(faults, request, reply, payload));
    addRoutes(api);
  });
}

/** Listens, and calls `sweep` every second. `close` writes pending changes first. */
export async function runProvider(
  app: FastifyInstance,
  { faults, webhooks, store }: Parts,
  { host = '127.0.0.1', port: wanted = 0 }: Pick<ProviderOptions, 'host' | 'port'>,
  sweep: () => void,
): Promise<RunningProvider> {
  await app.listen({ port: wanted, host });
  const { port } = app.server.address() as AddressInfo;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const sweeping = setInterval(sweep, sweepMilliseconds).unref();
  return {
    url: `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`,
    port,
    async close() {
      clearInterval(sweeping);
      webhooks.close();
      faults.close();
      await app.close();
      await store.close();
    },
  };
}
