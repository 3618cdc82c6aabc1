import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type pg from 'pg';

import { StartError } from './check-database.ts';
import type { Database } from './database.ts';

// Arbitrary, the same in every process: nodes that start together migrate one after another.
const lockNumber = 7_482_901;

/**
 * Runs the numbered files that have not run yet, each in a transaction. Forward only. Throws if the database is ahead
 * of this checkout, or if a file differs from the one that ran. `more` runs last under the same lock, even when no file
 * was new. Nodes that start together wait for each other. Returns the names of the files that it ran.
 */
export async function migrate(
  database: Database,
  folder: string,
  more: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const files = await readMigrations(folder);
  const client = await database.pool.connect();
  const done: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    const ran = await readRan(client);
    const unknown = [...ran.keys()].filter((name) => !files.has(name));
    if (unknown.length > 0)
      throw new StartError(`the database is newer than this checkout: it ran ${unknown.join(', ')}`);
    const changed = [...files].filter(([name, { hash }]) => (ran.get(name) ?? hash) !== hash).map(([name]) => name);
    if (changed.length > 0)
      throw new StartError(
        `the database ran another text of ${changed.join(', ')}: a migration that ran never changes, what it lacks comes in a new file`,
      );
    for (const [name, { text, hash }] of files) {
      if (ran.has(name)) continue;
      await client.query('begin');
      await client.query(text).catch((error: Error) => {
        throw new StartError(`${name} failed: ${error.message}`, { cause: error });
      });
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
      await client.query('commit');
      done.push(name);
    }
    await more();
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockNumber]).catch(() => undefined);
    client.release();
  }
  return done;
}

type Migrations = Map<string, { text: string; hash: string }>;

/** The migrations of a folder in the order in which they run, with the SHA-256 of each. */
export async function readMigrations(folder: string): Promise<Migrations> {
  const files: Migrations = new Map();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
    // Git may check out other line endings.
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
    files.set(name, { text, hash: createHash('sha256').update(text).digest('hex') });
  }
  return files;
}

async function readRan(client: pg.PoolClient): Promise<Map<string, string>> {
  await client.query(
    'create table if not exists migrations (name text primary key, at timestamptz not null default now(), hash text not null)',
  );
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}
