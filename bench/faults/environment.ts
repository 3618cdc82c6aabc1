import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { pino } from 'pino';

import { listenLocally } from '../../mocks/shared/local-server.ts';
import { startSmsGateway, type Answer } from '../../mocks/sms-gateway/server.ts';
import { codeCommands } from '../../server/discounts/commands.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { openDatabase, type Database } from '../../server/platform/database/database.ts';
import { spawnApp, stopProcess } from '../lib/app.ts';
import { root, startBenchDatabase } from '../lib/database.ts';
import { callOnce, limitMs } from './client.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { providerNames, providerSettings, startProviders, type ProviderName } from './providers.ts';

export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

const smsToken = 'sms_faults';

/** Starts everything on an empty database in `.cache/faults/<name>`. `debits`: the provider of direct debits. */
export async function startEnvironment(name: string, folder: string, debits: ProviderName = 'mollie') {
  const place = join(root, '.cache/faults', name);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const closers: (() => Promise<void>)[] = [];
  try {
    const { connection, stop } = await startBenchDatabase(`faults-${name}`);
    closers.push(stop);
    const database = openDatabase({ ...connection, max: 6 }, pino({ level: 'silent' }));
    closers.push(() => database.close());
    const databaseProxy = await startDatabaseProxy(connection);
    closers.push(() => databaseProxy.close());
    await configure(database, debits);
    let address: string | undefined;
    const providers = await startProviders(() => address);
    for (const one of providerNames) closers.push(() => providers[one].close());
    const answers: Answer[] = [];
    const gateway = await startSmsGateway({ token: smsToken, answers });
    closers.push(() => gateway.close());
    const log = join(place, 'installed-app.log');
    const settings = {
      ...providerSettings(providers),
      DATA_DIR: join(place, 'app'),
      DATABASE_URL: `postgresql://${connection.user}@127.0.0.1:${databaseProxy.port}/${connection.database}`,
      SMS_URL: gateway.url,
      SMS_TOKEN: smsToken,
    };
    const app = await startApp(folder, settings, log);
    closers.push(() => app.stop());
    address = app.address;
    await untilUp(app, log);
    const sql = withRetry(database);
    return {
      app,
      databaseProxy,
      providers,
      texts: {
        sentTo: (phone: string) => gateway.accepted.filter(({ to }) => to === phone),
        /** Sets the responses to the next calls; later calls succeed. */
        answerNext: (next: readonly Answer[]) => void answers.push(...next),
      },
      /** A direct connection to the database that bypasses the proxy. */
      database,
      /** Retries for up to a minute while PostgreSQL is down. */
      sql,
      addCode: (code: string, percentage: number) => addCode(database, code, percentage),
      /** Kills the postmaster with SIGKILL; its supervisor restarts it. Resolves when the new one answers. */
      killPostgres: async () => {
        const pid = await readPostmaster(sql);
        process.kill(pid, 'SIGKILL');
        // Leftover processes of the old postmaster may still answer for a moment.
        while ((await readPostmaster(sql)) === pid) await wait(20);
      },
      hasMailTo: openOutbox(join(place, 'app', 'outbox')),
      log,
      close: () => closeAll(closers),
    };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

type Sql = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

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
  const failed = await codeCommands({ clock: systemClock, database, staff }, words, () => undefined);
  if (failed > 0) throw new Error(`the code ${code} was not added`);
}

async function untilUp(app: { address: string; ends: readonly string[] }, log: string): Promise<void> {
  const end = Date.now() + limitMs(60_000);
  while (!(await callOnce(app.address, 'listGifts', {})).known) {
    if (Date.now() > end || app.ends.length > 3) throw new Error(`the app does not start; see ${log}`);
    await wait(50);
  }
}

function withRetry(database: Database): Sql {
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

async function readPostmaster(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }>(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`);
  return row?.pid ?? 0;
}

async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  for (const close of closers.reverse()) await close().catch(() => undefined);
}

/**
 * Returns a function that tells whether a mail to an address is in the outbox in `folder`. Each mail is read only once,
 * because those about orders contain large documents.
 */
function openOutbox(folder: string): (address: string) => Promise<boolean> {
  const files = new Set<string>();
  const receivers = new Set<string>();
  return async (address) => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
    for (const name of names) {
      if (files.has(name)) continue;
      receivers.add((JSON.parse(await readFile(join(folder, name), 'utf8')) as { to: string }).to);
      files.add(name);
    }
    return receivers.has(address);
  };
}

const restartPauseMs = 100;

/** Runs the built app in `folder` as in production; it is restarted when it exits. `log`: file of its output. */
async function startApp(folder: string, settings: Record<string, string>, log: string) {
  const port = await findFreePort();
  const address = `127.0.0.1:${port}`;
  const env = {
    ...settings,
    SECRET: randomBytes(32).toString('hex'),
    PORT: String(port),
    PAYMENTS_WEBHOOK_ORIGIN: `http://${address}`,
  };
  const ends: string[] = [];
  let expected = false;
  let stopping = false;

  const start = (): ChildProcess => {
    const output = openSync(log, 'a');
    const started = spawnApp(env, { folder, stdio: ['ignore', output, output] });
    closeSync(output);
    started.once('exit', (code, signal) => {
      if (stopping) return;
      if (!expected) ends.push(signal ?? `code ${code}`);
      const pause = expected ? 0 : restartPauseMs;
      expected = false;
      setTimeout(() => {
        if (!stopping) child = start();
      }, pause);
    });
    return started;
  };

  let child = start();
  const killChild = (): void => void child.kill('SIGKILL');
  process.once('exit', killChild);
  return {
    address,
    ends,
    /** Kills the process with SIGKILL; it is restarted at once. Resolves when it has exited. */
    kill: async () => {
      expected = child.exitCode === null && child.signalCode === null;
      await stopProcess(child, { signal: 'SIGKILL' });
    },
    stop: async () => {
      stopping = true;
      process.off('exit', killChild);
      await stopProcess(child, { patienceMs: 12_000 });
    },
  };
}

async function findFreePort(): Promise<number> {
  const { port, close } = await listenLocally(createServer());
  await close();
  return port;
}
