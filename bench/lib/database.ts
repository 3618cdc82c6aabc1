import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { pino } from 'pino';

import { openDatabase } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts';
import { migrateJobs } from '../../server/platform/jobs/jobs.ts';
import { migrate } from '../../server/platform/database/migrate.ts';

/** The repository, from the compiled bench and from its source alike. */
export const root = fileURLToPath(new URL(import.meta.url.includes('/build/') ? '../../..' : '../..', import.meta.url));

export interface BenchDatabase {
  /** For DATABASE_URL and for pg: over the socket of the embedded server. */
  connection: { host: string; port: number; user: string; database: string };
  url: string;
  /** Whether it was just made: a bench that fills it keeps what it filled for the next run. */
  fresh: boolean;
  stop(): Promise<void>;
}

/**
 * A durable PostgreSQL of the bench's own with the migrated schema, in `.cache/bench/<name>`.
 * With `keep` the data of the last run is there again, unless the migrations changed since.
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
