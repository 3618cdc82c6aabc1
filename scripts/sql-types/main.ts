import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { pino } from 'pino';

import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { migrateJobs } from '../../server/platform/jobs/jobs.ts';
import { loadStatements } from './load-statements.ts';
import { findStale, typesPath, writeTypes } from './write-types.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const declared = await loadStatements();

/** The faults: with --check, the stale entries of the generated types; otherwise, what prevented writing them. */
export const faults = process.argv.includes('--check') ? checked() : await write();

function checked(): string[] {
  const stale = findStale(declared);
  return stale.length > 0 ? [`npm run types:sql has to be run: ${stale.join(', ')}`] : [];
}

async function write(): Promise<string[]> {
  const server = await startEmbeddedPostgres({ dataDir: `${root}.cache/types-database` });
  try {
    await writeFile(typesPath, await onMigrated(server.connection, (client) => writeTypes(client, declared)));
    return [];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    await server.stop();
  }
}

async function onMigrated<T>(
  { host, port, user }: { host: string; port: number; user: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const name = `types_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ host, port, user, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const database = openDatabase({ host, port, user, database: name, max: 2 }, pino({ level: 'silent' }));
  const client = new pg.Client({ host, port, user, database: name });
  try {
    await migrate(database, `${root}migrations`);
    await migrateJobs(database);
    await client.connect();
    return await work(client);
  } finally {
    await Promise.all([client.end(), database.close()]);
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}
