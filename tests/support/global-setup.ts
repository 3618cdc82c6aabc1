import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';

import { openDatabase } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts';
import { migrateJobs } from '../../server/platform/jobs/jobs.ts';
import { migrate } from '../../server/platform/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: { host: string; port: number; user: string };
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The database that every test file copies. */
export const templateName = 'tealight_template';

/** Makes the template on a server that has none. */
export async function createTemplate(server: { host: string; port: number; user: string }): Promise<void> {
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  await admin.end();
  const database = openDatabase({ ...server, database: templateName, max: 2 }, pino({ level: 'silent' }));
  await migrate(database, join(root, 'migrations'));
  await migrateJobs(database);
  await database.close();
}

/** Starts one PostgreSQL for the run and prepares the template; each test file makes its own database from it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Parallel runs in one checkout would share the folder: each run may name its own.
  const dataDir = join(root, '.cache', process.env['TEST_DATABASE'] ?? 'test-database');
  const server = await startEmbeddedPostgres({ dataDir });
  const { host, port, user } = server.connection;
  const admin = new pg.Client({ host, port, user, database: 'postgres' });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname like 'test\\_%' or datname = $1`,
    [templateName],
  );
  for (const { datname } of rows) await admin.query(`drop database "${datname}" with (force)`);
  await admin.end();
  await createTemplate({ host, port, user });
  project.provide('database', { host, port, user });
  return () => server.stop();
}
