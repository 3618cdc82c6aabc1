import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { jobHandlers } from './jobs.ts';
import { checkDurability } from './platform/check-durability.ts';
import { migrateJobs } from './platform/jobs.ts';
import { migrate } from './platform/migrate.ts';
import type { OwnDatabase } from './start-database.ts';
import { closeContext, createContext } from './start-services.ts';

const stopWithinMs = 10_000;

type Closer = () => Promise<void>;

/** Says a line to the person at the terminal. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Services → application → listen → jobs → close, as far as the roles of this process go. Every process migrates, the
 * first one does it, and answers for its health. Things close in the reverse order of their opening.
 */
export async function serve(config: Config, root: string, database: OwnDatabase): Promise<void> {
  const closers: Closer[] = [];
  let address = '';
  const close = closeOnce(closers);
  process.once('SIGTERM', () => void close(0));
  process.once('SIGINT', () => void close(0));
  try {
    const [connection, paymentProvider] = await Promise.all([
      openDatabaseServer(config, database, closers),
      openPaymentProvider(config, closers),
    ]);
    const context = await createContext({ config, root, connection, paymentProvider, address: () => address });
    closers.push(() => closeContext(context));
    await checkDurability(context.database);
    await migrate(context.database, join(root, 'migrations'), () => migrateJobs(context.database));
    const app = await buildApp(context, { pages: join(root, 'build/web') });
    closers.push(() => app.server.close());
    await app.server.listen({ host: config.host, port: config.port });
    const bound = app.server.addresses()[0] as AddressInfo | undefined;
    address = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${bound?.port ?? config.port}`;
    if (config.roles.includes('worker')) {
      await context.jobs.start(jobHandlers(context));
      if (config.demo) await fillDemo(context);
    }
    say(`Tealight is at ${config.publicOrigin ?? `http://localhost:${bound?.port ?? config.port}`}`);
  } catch (error) {
    process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
    await close(1);
  }
}

/** The database server: the one that DATABASE_URL names, or the embedded one. */
async function openDatabaseServer(
  config: Config,
  database: OwnDatabase,
  closers: Closer[],
): Promise<{ connectionString: string } | { host: string; port: number; user: string; database: string }> {
  if (!database) return { connectionString: config.databaseUrl ?? '' };
  const server = await database;
  closers.push(() => server.stop());
  server.crashed.then(
    (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
      process.kill(process.pid, 'SIGTERM');
    },
    () => undefined,
  );
  return server.connection;
}

/** The payment provider: the one that PAYMENTS_URL names, or the sandbox. */
async function openPaymentProvider(config: Config, closers: Closer[]): Promise<AppContext['paymentProvider']> {
  const { url, apiKey } = config.payments;
  if (url) return { url, apiKey: apiKey ?? '' };
  // The sandbox is no part of the server's program: it is reached by path, as any other provider by address.
  const place = new URL('../mocks/payment-provider/server.js', import.meta.url).href;
  const { startPaymentProvider } = (await import(place)) as { startPaymentProvider: StartPaymentProvider };
  const key = 'test_tealight';
  const provider = await startPaymentProvider({
    port: 0,
    apiKey: key,
    dataFile: join(config.dataDir, 'payments.json'),
  });
  closers.push(() => provider.close());
  return { url: provider.url, apiKey: key };
}

type StartPaymentProvider = (options: {
  port: number;
  apiKey: string;
  dataFile: string;
}) => Promise<{ url: string; close(): Promise<void> }>;

async function fillDemo(context: AppContext): Promise<void> {
  const { fillDemoSite } = await import('./demo/fill-demo-site.ts');
  await fillDemoSite(context, say);
}

function closeOnce(closers: Closer[]): (code: number) => Promise<void> {
  let closing = false;
  return async (code) => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(code || 1), stopWithinMs).unref();
    for (const closer of closers.reverse()) {
      await closer().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
    }
    process.exit(code);
  };
}
