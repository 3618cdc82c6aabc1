import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { pino } from 'pino';

import { type AcceptedMessage, type Answer, startSmsGateway } from '../../mocks/sms-gateway/server.ts';
import { manageCodes } from '../../server/discounts/manage-codes.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { migrateJobs } from '../../server/platform/jobs/jobs.ts';
import { type Database, openDatabase } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts';
import { root } from '../lib/database.ts';
import { type AppProcess, startApp } from './app-process.ts';
import { callOnce } from './client.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { limitMs } from './patience.ts';
import { type ProviderName, type Providers, providerNames, providerSettings, startProviders } from './providers.ts';

/**
 * The system under test: PostgreSQL, both payment providers, the text-message gateway, the app, and the proxies that
 * inject faults between them.
 */
export interface Environment {
  app: AppProcess;
  databaseProxy: DatabaseProxy;
  providers: Providers;
  texts: TextGateway;
  /** A direct connection to the database that bypasses the proxy. */
  database: Database;
  /** Runs a query; retries it for up to a minute while PostgreSQL is down. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Adds a discount code that each member can use once. */
  addCode(code: string, percentage: number): Promise<void>;
  /** Kills the postmaster with SIGKILL. Its supervisor restarts it. */
  killPostgres(): Promise<void>;
  outbox: Outbox;
  log: string;
  close(): Promise<void>;
}

export interface TextGateway {
  sentTo(phone: string): readonly AcceptedMessage[];
  /** Sets the answers to the next calls; later calls succeed. */
  answerNext(answers: readonly Answer[]): void;
}

const smsToken = 'sms_faults';

/**
 * Starts everything on an empty database in `.cache/faults/<name>`. `folder` holds the built app; `debits` is the
 * provider that collects direct debits.
 */
export async function startEnvironment(
  name: string,
  folder: string,
  debits: ProviderName = 'mollie',
): Promise<Environment> {
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
    await migrate(database, join(root, 'migrations'));
    await migrateJobs(database);
    await configure(database, debits);
    let address: string | undefined;
    const providers = await startProviders(() => address);
    for (const one of providerNames) closers.push(() => providers[one].close());
    const answers: Answer[] = [];
    const gateway = await startSmsGateway({ token: smsToken, answers });
    closers.push(() => gateway.close());
    const log = join(place, 'app.log');
    const settings = { ...providerSettings(providers), SMS_URL: gateway.url, SMS_TOKEN: smsToken };
    const app = await startApp(folder, { ...appSettings(place, connection, databaseProxy), ...settings }, log);
    closers.push(() => app.stop());
    address = app.address;
    await untilUp(app, log);
    const sql = withRetry(database);
    return {
      app,
      databaseProxy,
      providers,
      texts: {
        sentTo: (phone) => gateway.accepted.filter(({ to }) => to === phone),
        answerNext: (next) => void answers.push(...next),
      },
      database,
      sql,
      addCode: (code, percentage) => addCode(database, code, percentage),
      killPostgres: () => killPostmaster(sql),
      outbox: openOutbox(join(place, 'app', 'outbox')),
      log,
      close: () => closeAll(closers),
    };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** Gives each provider one method with a pay page and one card that can be stored. */
async function configure(database: Database, debits: ProviderName): Promise<void> {
  const values = {
    payment_providers: { default: 'mollie', paypal: 'stripe', visa: 'stripe', sepa_direct_debit: debits },
    debit_exposure: 1_000_000,
  };
  await database.pool.query(
    `insert into setting_scopes (scope, values) values ('default', $1)
     on conflict (scope) do update set values = setting_scopes.values || excluded.values`,
    [values],
  );
}

async function addCode(database: Database, code: string, percentage: number): Promise<void> {
  const words = ['add', code, '--percentage', String(percentage)];
  const staff = { who: 'bench', account: 'bench' };
  const failed = await manageCodes({ clock: systemClock, database, staff }, words, () => undefined);
  if (failed > 0) throw new Error(`the code ${code} was not added`);
}

function appSettings(
  place: string,
  { user, database }: { user: string; database: string },
  databaseProxy: DatabaseProxy,
): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '100000',
    SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: join(place, 'app'),
    DATABASE_URL: `postgresql://${user}@127.0.0.1:${databaseProxy.port}/${database}`,
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
  const end = Date.now() + limitMs(60_000);
  while (!(await callOnce(app.address, 'listGifts', {})).known) {
    if (Date.now() > end || app.ends.length > 3) throw new Error(`the app does not start; see ${log}`);
    await wait(50);
  }
}

function withRetry(database: Database): Environment['sql'] {
  return async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const end = Date.now() + limitMs(60_000);
    for (;;) {
      try {
        return (await database.pool.query(text, values)).rows as Row[];
      } catch (error) {
        // Retry only errors that a restart explains: shutdown (57), connection errors (08) and system errors (E…).
        const code = (error as { code?: string }).code ?? '';
        const lost = !/^(\d\d|P0|XX)/.test(code) || /^(57|08)/.test(code);
        if (!lost || Date.now() > end) throw error;
        await wait(50);
      }
    }
  };
}

async function killPostmaster(sql: Environment['sql']): Promise<void> {
  const [row] = await sql<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`);
  process.kill(Number(row?.pid), 'SIGKILL');
}

async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  for (const close of closers.reverse()) await close().catch(() => undefined);
}
