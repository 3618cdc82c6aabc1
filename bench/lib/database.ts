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

export interface BenchDatabase {
  /** Connection options for `pg`, over the socket of the embedded server. */
  connection: { host: string; port: number; user: string; database: string };
  url: string;
  /** Whether the database was just created. With `keep`, a later run finds the rows of an earlier one. */
  fresh: boolean;
  stop(): Promise<void>;
}

/**
 * Starts an embedded, durable PostgreSQL with the migrated schema in `.cache/bench/<name>`. With `keep`, the last run's
 * data is kept and new migrations are applied.
 */
export async function startBenchDatabase(
  name: string,
  { keep = false, settings = {} }: { keep?: boolean; settings?: Record<string, string> } = {},
): Promise<BenchDatabase> {
  const server = await startEmbeddedPostgres({ dataDir: join(root, '.cache/bench', name), settings });
  const { host, port, user } = server.connection;
  const admin = new pg.Client({ host, port, user, database: 'postgres' });
  await admin.connect();
  const { rowCount } = await admin.query(`select from pg_database where datname = 'bench'`);
  const fresh = !keep || rowCount === 0;
  if (fresh) {
    await admin.query('drop database if exists bench with (force)');
    await admin.query('create database bench');
  }
  await admin.end();
  const connection = { host, port, user, database: 'bench' };
  const database = openDatabase({ ...connection, max: 2 }, pino({ level: 'silent' }));
  await migrate(database, join(root, 'migrations'));
  await migrateJobs(database);
  await database.close();
  const url = `postgresql://${user}@/bench?host=${encodeURIComponent(host)}&port=${port}`;
  return { connection, url, fresh, stop: () => server.stop() };
}
