import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { addControlRoutes } from './control.ts';
import type { DataFile } from './data-file.ts';
import { type Faults, drawFault, spoilAnswer } from './faults.ts';
import { ApiError } from './fields.ts';
import { addPayPageRoutes } from './pay-page.ts';
import type { SandboxPayments } from './payments.ts';
import type { BaseSandbox, ProviderOptions } from './sandbox.ts';

export type RunningProvider = { url: string; port: number; close(): Promise<void> };

const sweepMilliseconds = 1000;

/** Creates a server that parses JSON, and forms with `readForm`, and writes every change before it answers. */
function createServer(readForm: (body: string) => unknown, store: DataFile): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 });
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET') store.touch();
    await store.flush();
  });
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
  app.setNotFoundHandler(() => {
    throw new ApiError(404, 'No such address.');
  });
  return app;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Requires the key of every call to the API, and injects faults. */
function guardApi(api: FastifyInstance, faults: Faults, apiKey: string): void {
  const expected = digest(`Bearer ${apiKey}`);
  api.addHook('onRequest', (request, reply) => drawFault(faults, request, reply));
  api.addHook('onRequest', async ({ headers }) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected))
      throw new ApiError(401, 'Missing authentication, or failed to authenticate');
  });
  api.addHook('onSend', (request, reply, payload) => spoilAnswer(faults, request, reply, payload));
}

/** Closes the provider of this process, and ends, when the process is told to. */
export function closeOnSignals({ close }: RunningProvider): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(0)));
}

/** What distinguishes a provider. Its errors are either its own or `ApiError`. */
type Provider<Payment> = {
  payments: SandboxPayments<Payment>;
  readForm(body: string): unknown;
  handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown;
  addApiRoutes(api: FastifyInstance): void;
  addControlRoutes?(control: FastifyInstance): void;
};

/** Serves the API, the pay page and the control API, and sweeps every second. `close` writes pending changes first. */
export async function runProvider<Payment>(
  { host = '127.0.0.1', port: wanted = 0, apiKey, addHooks, log = () => undefined }: ProviderOptions,
  sandbox: BaseSandbox<DataFile>,
  { payments, readForm, handleError, ...provider }: Provider<Payment>,
): Promise<RunningProvider> {
  const { faults, webhooks, store } = sandbox;
  const app = createServer(readForm, store);
  app.setErrorHandler(handleError);
  void app.register(async (api) => {
    guardApi(api, faults, apiKey);
    addHooks?.(api);
    provider.addApiRoutes(api);
  });
  addControlRoutes(app, sandbox, payments, provider.addControlRoutes);
  addPayPageRoutes(app, payments);
  await app.listen({ port: wanted, host });
  const { port } = app.server.address() as AddressInfo;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const sweeping = setInterval(() => {
    sandbox.sweep();
    store.flush().catch((error: unknown) => log(`payment provider: cannot write its data file: ${String(error)}`));
  }, sweepMilliseconds).unref();
  sandbox.address = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
  log(`payment provider: ${sandbox.address}`);
  return {
    url: sandbox.address,
    port,
    async close() {
      clearInterval(sweeping);
      webhooks.close();
      faults.close();
      await app.close();
      await store.flush();
    },
  };
}
