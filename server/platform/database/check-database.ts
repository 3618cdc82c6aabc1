import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import type { Log } from '../monitoring/log.ts';
import type { ConnectionOptions, Database } from './database.ts';
import { isUnavailable } from './database-errors.ts';
import { readClock, readDurability } from './queries.ts';

/** Settings that make commits survive a crash of the database server or its machine. */
export const durabilitySettings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Throws one error that names every setting that could lose a commit. Reads over the pool, so that overrides for the
 * role or the database count. Every level of `synchronous_commit` except off waits for the local disk.
 */
export async function checkDurability(database: Database): Promise<void> {
  const faults = durabilityFaults(await database.all(readDurability, { names: [...durabilitySettings] }));
  if (faults.length > 0) throw new StartError(`Tealight does not start on this database:\n- ${faults.join('\n- ')}`);
}

/**
 * Lists the settings with which the database can lose confirmed commits. A setting that is not reported counts as off.
 */
export function durabilityFaults(reported: readonly { name: string; setting: string | null }[]): string[] {
  const settings = new Map(reported.map(({ name, setting }) => [name, setting]));
  return durabilitySettings
    .filter((name) => (settings.get(name) ?? 'off') === 'off')
    .map((name) => `${name} is off: confirmed commits can be lost`);
}

const againMs = 1_000;
const defaultWaitMs = 60_000;

/** A failed start, shown to the operator without a stack. */
export class StartError extends Error {}

/**
 * Waits for the server, a minute by default. Throws a `StartError` if its host is not found, it refuses the login or
 * the database, its encoding is not UTF-8, the role may not create tables, or a pooler shares sessions. Warns if its
 * log quotes refused rows.
 */
export async function waitForDatabase(
  connection: ConnectionOptions,
  log: Log,
  { signal, waitMs = defaultWaitMs }: { signal?: AbortSignal; waitMs?: number } = {},
): Promise<void> {
  const until = performance.now() + waitMs;
  for (let hasWarned = false; ; hasWarned = true) {
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await checkServer(client, log);
      await checkSession(client, connection);
      return;
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (!isUnavailable(error) || performance.now() > until)
        throw new StartError(formatReason(error), { cause: error });
      if (!hasWarned) log.warn({ event: 'database.waiting' }, 'the database does not respond yet');
    } finally {
      await client.end().catch(() => undefined);
    }
    await pause(againMs, undefined, { signal });
  }
}

async function checkServer(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<{ encoding: string; verbosity: string; may_create: boolean }>(
    `select current_setting('server_encoding') as encoding, current_setting('log_error_verbosity') as verbosity,
            has_schema_privilege(current_schema(), 'create') as may_create`,
  );
  const [row] = rows;
  if (row?.encoding !== 'UTF8')
    throw new StartError(
      `DATABASE_URL: the database has the encoding ${row?.encoding}; create it with encoding 'UTF8'`,
    );
  if (!row.may_create)
    throw new StartError('DATABASE_URL: the role may not create tables; make it the owner of the database');
  if (row.verbosity !== 'terse')
    log.warn(
      { event: 'database.verbose-log' },
      'log_error_verbosity of the database is not terse: its log quotes refused rows, with texts and addresses of members',
    );
}

/**
 * Throws if two open connections have one session: a pooler gives it to whoever has a transaction. Notifications, locks
 * of a session and prepared statements would then get lost or reach other connections.
 */
async function checkSession(client: pg.Client, connection: ConnectionOptions): Promise<void> {
  const query = 'select pg_backend_pid() as pid';
  const other = new pg.Client(connection);
  other.on('error', () => undefined);
  try {
    await other.connect();
    const [one, two] = [await client.query<{ pid: number }>(query), await other.query<{ pid: number }>(query)];
    if (one.rows[0]?.pid === two.rows[0]?.pid)
      throw new StartError('DATABASE_URL: the pooler there shares sessions between connections; let it pool sessions');
  } finally {
    await other.end().catch(() => undefined);
  }
}

/** Returns why the database cannot be used, without a password. */
function formatReason(error: unknown): string {
  const { code = '', message } = error as Error & { code?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'DATABASE_URL: its host is not found';
  return `DATABASE_URL: ${message}${code === '' ? '' : ` (${code})`}`;
}

const clockDifferenceMaxMs = 300_000;

/** Throws if the clocks of this machine and the database differ by over five minutes: nobody knows then what is due. */
export async function checkClock(database: Database): Promise<void> {
  const row = await database.first(readClock);
  const seconds = Math.round((Date.now() - Number(row?.now)) / 1_000);
  if (Math.abs(seconds) * 1_000 > clockDifferenceMaxMs)
    throw new Error(
      `the clock of this machine is ${seconds} s ahead of the database: nothing that cannot be taken back is done`,
    );
}
