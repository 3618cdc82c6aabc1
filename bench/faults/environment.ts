import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { pino } from 'pino';

import { startPaymentProvider } from '../../mocks/payment-provider/server.ts';
import { type Database, openDatabase } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts';
import { root } from '../lib/database.ts';
import { type AppProcess, startApp } from './app-process.ts';
import { callOnce } from './client.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { type ProviderProxy, startProviderProxy } from './provider-proxy.ts';

/** The system under test: PostgreSQL, the payment provider, the app, and the proxies that inject faults between them. */
export interface Environment {
  app: AppProcess;
  databaseProxy: DatabaseProxy;
  providerProxy: ProviderProxy;
  /** A direct connection to the database that bypasses the proxy. */
  database: Database;
  /** Runs a query and retries it for up to a minute while PostgreSQL is down. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Calls the sandbox provider's control API directly. Throws if the answer is not 2xx. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** Kills the postmaster with SIGKILL. Its supervisor restarts it. */
  killPostgres(): Promise<void>;
  /** Folder of the mails that the app has sent. */
  outbox: string;
  log: string;
  close(): Promise<void>;
}

const apiKey = 'test_faults';

/** Starts everything on an empty database in `.cache/faults/<name>`. The app is run from the build in `folder`. */
export async function startEnvironment(name: string, folder: string): Promise<Environment> {
  const place = join(root, '.cache/faults', name);
  await mkdir(place, { recursive: true });
  for (const part of ['app', 'app.log', 'postgres.log']) await rm(join(place, part), { recursive: true, force: true });
  const closers: (() => Promise<void>)[] = [];
  try {
    const server = await startEmbeddedPostgres({ dataDir: place });
    closers.push(() => server.stop());
    const connection = { ...server.connection, database: 'faults' };
    await emptyDatabase(connection);
    const database = openDatabase({ ...connection, max: 6 }, pino({ level: 'silent' }));
    closers.push(() => database.close());
    const databaseProxy = await startDatabaseProxy(connection);
    closers.push(() => databaseProxy.close());
    const sandbox = await startPaymentProvider({ apiKey, webhookRetryDelaysMs: [500, 2_000] });
    closers.push(() => sandbox.close());
    const providerProxy = await startProviderProxy(sandbox.url);
    closers.push(() => providerProxy.close());
    const log = join(place, 'app.log');
    const app = await startApp(folder, appEnvironment(place, connection, databaseProxy, providerProxy), log);
    closers.push(() => app.stop());
    await untilUp(app, log);
    const sql = withRetry(database);
    return {
      app,
      databaseProxy,
      providerProxy,
      database,
      sql,
      control: (method, path, body) => control(sandbox.url, method, path, body),
      killPostgres: () => killPostmaster(sql),
      outbox: join(place, 'app', 'outbox'),
      log,
      close: () => closeAll(closers),
    };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

function appEnvironment(
  place: string,
  { user, database }: { user: string; database: string },
  databaseProxy: DatabaseProxy,
  providerProxy: ProviderProxy,
): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '100000',
    SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: join(place, 'app'),
    DATABASE_URL: `postgresql://${user}@127.0.0.1:${databaseProxy.port}/${database}`,
    PAYMENTS_URL: providerProxy.url,
    PAYMENTS_API_KEY: apiKey,
  };
}

async function emptyDatabase({ database, ...server }: pg.ClientConfig & { database: string }): Promise<void> {
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query(`drop database if exists ${database} with (force)`);
  await admin.query(`create database ${database}`);
  await admin.end();
}

async function untilUp(app: AppProcess, log: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await callOnce(app.address, 'listGifts', {})).known) {
    if (Date.now() > end || app.ends.length > 3) throw new Error(`the app does not start; see ${log}`);
    await wait(50);
  }
}

function withRetry(database: Database): Environment['sql'] {
  return async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const end = Date.now() + 60_000;
    for (;;) {
      try {
        return (await database.pool.query(text, values)).rows as Row[];
      } catch (error) {
        // Retry only what a restart explains: shutdown (57), connection errors (08) and system errors (E…).
        const code = (error as { code?: string }).code ?? '';
        const lost = !/^(\d\d|P0|XX)/.test(code) || /^(57|08)/.test(code);
        if (!lost || Date.now() > end) throw error;
        await wait(50);
      }
    }
  };
}

async function control(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`the sandbox answers ${answer.status} to ${method} ${path}`);
  return answer.json();
}

async function killPostmaster(sql: Environment['sql']): Promise<void> {
  const [row] = await sql<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`);
  process.kill(Number(row?.pid), 'SIGKILL');
}

async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  for (const close of closers.reverse()) await close().catch(() => undefined);
}
