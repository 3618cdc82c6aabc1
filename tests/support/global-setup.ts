import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';

import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { migrateJobs } from '../../server/platform/jobs/jobs.ts';

/** The connection to a PostgreSQL server. */
export interface TestServer {
  host: string;
  port: number;
  user: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Not durable and four times as fast; no test crashes it. */
    database: TestServer;
    /** Durable, as the application requires; for tests that start its processes. */
    durableDatabase: TestServer;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const undurable = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/** The database that every test file copies. */
export const templateName = 'tealight_template';

/** Starts both servers for the run, each with the template, from which every test file creates its databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Simultaneous runs in one checkout each set a name.
  const name = process.env['TEST_DATABASE'] ?? `${project.name}-tests`;
  const [database, durableDatabase] = await Promise.all([start(name, undurable), start(`${name}-durable`, {})]);
  project.provide('database', database.address);
  project.provide('durableDatabase', durableDatabase.address);
  return async () => {
    await Promise.all([database.stop(), durableDatabase.stop()]);
  };
}

async function start(name: string, settings: Record<string, string>) {
  const server = await startEmbeddedPostgres({ dataDir: join(root, '.cache', 'databases', name), settings });
  const { host, port, user } = server.connection;
  const address = { host, port, user };
  await dropLeftovers(address);
  await createTemplate(address);
  return { address, stop: () => server.stop() };
}

/** Removes the databases of an earlier run, including the template, whose schema may be outdated. */
async function dropLeftovers(server: TestServer): Promise<void> {
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname like 'test\\_%' or datname = $1`,
    [templateName],
  );
  for (const { datname } of rows) await admin.query(`drop database "${datname}" with (force)`);
  await admin.end();
}

/** Creates the template on a server that has none. */
export async function createTemplate(server: TestServer): Promise<void> {
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${templateName}`);
  await admin.end();
  const database = openDatabase({ ...server, database: templateName, max: 2 }, pino({ level: 'silent' }));
  await migrate(database, join(root, 'migrations'));
  await migrateJobs(database);
  await database.close();
}
