import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { pino } from 'pino';

import { openDatabase } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts';
import { migrateJobs } from '../../server/platform/jobs/jobs.ts';
import { migrate } from '../../server/platform/database/migrate.ts';

/** The root of the repository, for both the compiled bench and its source. */
export const root = fileURLToPath(new URL(import.meta.url.includes('/build/') ? '../../..' : '../..', import.meta.url));

/** Opens a pool whose connections may still be closing when the server stops, which is an error of theirs. */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  const ignore = (): void => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => void client.on('error', ignore));
  return pool;
}

export type BenchDatabase = Awaited<ReturnType<typeof startBenchDatabase>>;

interface BenchDatabaseOptions {
  /** Keeps the last data. */
  keep?: boolean;
  settings?: Record<string, string>;
  /** The folder of the migrations to run; all of them by default. */
  migrations?: string;
}

/** Starts a durable PostgreSQL with the migrated schema in `.cache/bench/<name>`. */
export async function startBenchDatabase(
  name: string,
  { keep = false, settings = {}, migrations = join(root, 'migrations') }: BenchDatabaseOptions = {},
) {
  const server = await startEmbeddedPostgres({ dataDir: join(root, '.cache/bench', name), settings });
  const { host, port, user } = server.connection;
  const admin = new pg.Client({ host, port, user, database: 'postgres' });
  await admin.connect();
  const { rowCount } = await admin.query(`select from pg_database where datname = 'bench'`);
  if (!keep || rowCount === 0) {
    await admin.query('drop database if exists bench with (force)');
    await admin.query('create database bench');
  }
  await admin.end();
  const connection = { host, port, user, database: 'bench' };
  const database = openDatabase({ ...connection, max: 2 }, pino({ level: 'silent' }));
  await migrate(database, migrations);
  await migrateJobs(database);
  await database.close();
  const url = `postgresql://${user}@/bench?host=${encodeURIComponent(host)}&port=${port}`;
  return { connection, url, stop: () => server.stop() };
}
