import { once } from 'node:events';
import { type AddressInfo, isIPv6 } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { loadTerms } from '../accounts/terms/load-terms.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Extension } from '../context.ts';
import { replayErasures } from '../erasure/replay-erasures.ts';
import { crontab, jobHandlers } from '../modules.ts';
import { StartError, checkDurability, waitForDatabase } from '../platform/database/check-database.ts';
import type { PaymentConnections } from '../payments/providers.ts';
import { refuseExamples } from '../settings/find-site.ts';
import { type Log, createLog, logProcess } from '../platform/monitoring/log.ts';
import { startWatchdog } from '../platform/monitoring/watchdog.ts';
import { StorageError } from '../platform/storage/storage.ts';
import { checkFiles } from './open-files.ts';
import { prepareSchema } from './prepare-schema.ts';
import type { OwnDatabase } from './start-database.ts';
import { serveMetrics } from './serve-metrics.ts';
import { closeContext, createContext } from './start-services.ts';

const stopTimeoutMs = 10_000;
// Thousands of clients reconnect within seconds after a restart; Node's default of 511 would reset them.
const listenBacklog = 4_096;

type Closer = () => Promise<void>;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs the process until a signal or a fatal error, and then closes everything in reverse order. */
export async function serve(config: Config, root: string, database: OwnDatabase): Promise<void> {
  startWatchdog();
  const log = createLog(config.logLevel);
  logProcess(log, { console, process });
  const closers: Closer[] = [];
  const life = new AbortController();
  const onSignal = (): void => life.abort(null);
  process.once('SIGTERM', onSignal);
  process.once('SIGINT', onSignal);
  life.signal.addEventListener('abort', () =>
    setTimeout(() => process.exit(1), stopTimeoutMs + config.drainMs).unref(),
  );
  try {
    await start({ config, root, database, log }, closers, life);
    if (!life.signal.aborted) await once(life.signal, 'abort');
  } catch (error) {
    life.abort(error);
  }
  const fault: unknown = life.signal.reason;
  if (fault !== null) {
    const reason = fault instanceof StartError || fault instanceof StorageError ? fault.message : fault;
    if (config.production) log.fatal({ err: reason }, 'the server failed');
    else process.stderr.write(`${reason instanceof Error ? reason.stack : String(reason)}\n`);
  }
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => log.error({ err: error }, 'a part of the server did not stop'));
  }
  process.exit(fault === null ? 0 : 1);
}

/**
 * Starts services → application → listen → jobs, as the roles require. It starts no further step after `life` is
 * aborted.
 */
async function start(
  { config, root, database, log }: { config: Config; root: string; database: OwnDatabase; log: Log },
  closers: Closer[],
  life: AbortController,
): Promise<void> {
  let address = '';
  const [connection, paymentProvider, stripe, extension] = await Promise.all([
    openDatabaseServer(config, database, closers, life),
    openPaymentProvider(config, closers),
    openStripe(config, closers, () => (address === '' ? null : address)),
    loadDemoSite(config),
  ]);
  life.signal.throwIfAborted();
  await waitForDatabase(connection, log, { signal: life.signal });
  const services = { connection, paymentProvider, stripe, extension };
  const context = await createContext({ config, root, log, ...services, address: () => address });
  closers.push(() => closeContext(context));
  await checkDurability(context.database);
  life.signal.throwIfAborted();
  await prepareSchema(context, config.migrates, life.signal);
  if (config.misspelled.length > 0)
    context.log.warn({ event: 'settings.misspelled', names: config.misspelled }, 'variables look misspelled');
  const filesId = await checkFiles(context);
  // A node whose bucket fails still serves everything but pictures.
  context.folderId = config.s3 === null || config.s3.alsoDisk ? filesId : null;
  if (config.production) await refuseExamples(context.database);
  context.terms = await loadTerms(context, context.terms);
  life.signal.throwIfAborted();
  await replayErasures(context);
  life.signal.throwIfAborted();
  if (config.metrics) {
    const metrics = await serveMetrics(context, config.metrics);
    closers.push(() => metrics.close());
  }
  const app = await buildApp(context, { pages: join(root, 'build/web') });
  closers.push(() => app.server.close());
  await app.server.listen({ host: config.host, port: config.port, backlog: listenBacklog });
  const bound = app.server.addresses()[0] as AddressInfo | undefined;
  closers.push(async () => {
    context.isStopping = true;
    // A load balancer learns from /readyz to use another node; until then, this one still responds.
    await pause(config.drainMs);
  });
  address = `http://${reachableHost(config.host)}:${bound?.port ?? config.port}`;
  if (config.roles.includes('worker')) {
    await context.jobs.start(jobHandlers(context), crontab);
    life.signal.throwIfAborted();
    if (context.extension) closers.push(await context.extension.start(context, say));
  }
  if (life.signal.aborted) return;
  const origin = config.publicOrigin ?? `http://localhost:${bound?.port ?? config.port}`;
  if (config.production)
    log.info(
      { event: 'server.ready', version: context.version, roles: config.roles, origin, port: bound?.port },
      'the server is ready',
    );
  else say(`Tealight is at ${origin}`);
}

/** Returns a host at which this machine reaches the app. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

async function openDatabaseServer(
  config: Config,
  database: OwnDatabase,
  closers: Closer[],
  life: AbortController,
): Promise<{ connectionString: string } | { host: string; port: number; user: string; database: string }> {
  if (!database) return { connectionString: config.databaseUrl ?? '' };
  const server = await database;
  closers.push(() => server.stop());
  void server.crashed.then((error) => life.abort(error));
  return server.connection;
}

async function openPaymentProvider(config: Config, closers: Closer[]): Promise<PaymentConnections['mollie']> {
  const { url, apiKey } = config.payments;
  if (url) return { url, apiKey: apiKey ?? '' };
  // Loaded by its path: the server must not import the sandbox.
  const place = new URL('../../mocks/payment-provider/server.js', import.meta.url).href;
  const { startPaymentProvider } = (await import(place)) as { startPaymentProvider: StartPaymentProvider };
  const key = 'test_tealight';
  const provider = await startPaymentProvider({
    port: 0,
    apiKey: key,
    dataFile: join(config.dataDir, 'payments.json'),
  });
  closers.push(() => provider.close());
  say(`The payment sandbox is at ${provider.url}`);
  return { url: provider.url, apiKey: key, embedded: true };
}

/** Returns the configured provider, or opens a sandbox if the first provider has one, too. */
async function openStripe(
  config: Config,
  closers: Closer[],
  address: () => string | null,
): Promise<PaymentConnections['stripe']> {
  if (config.stripe || config.payments.url) return config.stripe;
  const place = new URL('../../mocks/stripe-provider/server.js', import.meta.url).href;
  const { startStripeProvider } = (await import(place)) as { startStripeProvider: StartStripeProvider };
  const keys = { apiKey: 'sk_test_tealight', webhookSecret: 'whsec_tealight' };
  const provider = await startStripeProvider({
    ...keys,
    port: 0,
    dataFile: join(config.dataDir, 'stripe.json'),
    webhookUrl: () => {
      const origin = address();
      return origin === null ? null : `${origin}/api/payment-webhook.php?provider=stripe`;
    },
  });
  closers.push(() => provider.close());
  return { url: provider.url, apiKey: keys.apiKey, webhookSecrets: [keys.webhookSecret], embedded: true };
}

type StartStripeProvider = (options: {
  port: number;
  apiKey: string;
  webhookSecret: string;
  webhookUrl: () => string | null;
  dataFile: string;
}) => Promise<{ url: string; close(): Promise<void> }>;

type StartPaymentProvider = (options: {
  port: number;
  apiKey: string;
  dataFile: string;
}) => Promise<{ url: string; close(): Promise<void> }>;

/** Loads the demo site by its path: the server must not import it. */
async function loadDemoSite(config: Config): Promise<Extension | null> {
  if (!config.demo) return null;
  const place = new URL('../../demo/main.js', import.meta.url).href;
  return ((await import(place)) as { demoSite: Extension }).demoSite;
}
