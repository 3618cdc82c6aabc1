import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type pg from 'pg';

import { StartError } from './check-database.ts';
import type { Database } from './database.ts';

// Arbitrary, the same in every process: nodes that start together migrate one after another.
const lockNumber = 7_482_901;

/**
 * Migrates the schema: runs the numbered files of `folder` that have not run yet, each in a transaction. Forward only.
 * Throws if the database is ahead of this checkout, or if a file differs from the one that ran: the schema is then not
 * the one that the statements expect. `more` runs last under the same lock, even when no file was new. Nodes that start
 * together wait for each other. Returns the names of the files that it ran.
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
    await recordHashes(client, files);
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

/** The files that ran, with their hashes; null for a file that ran when hashes were not recorded. */
async function readRan(client: pg.PoolClient): Promise<Map<string, string | null>> {
  await client.query(
    'create table if not exists migrations (name text primary key, at timestamptz not null default now(), hash text)',
  );
  const ran = await client.query<{ name: string; hash?: string | null }>('select * from migrations');
  // Not with `if not exists`, which would wait at each start for any reader of the table, such as a backup.
  if (!ran.fields.some(({ name }) => name === 'hash'))
    await client.query('alter table migrations add column hash text');
  return new Map(ran.rows.map(({ name, hash }) => [name, hash ?? null]));
}

/** Records missing hashes of files that ran, perhaps as an earlier text: the last of them mends the difference. */
async function recordHashes(client: pg.PoolClient, files: Migrations): Promise<void> {
  const names = [...files.keys()];
  const hashes = [...files.values()].map(({ hash }) => hash);
  await client.query(
    `update migrations m set hash = f.hash from unnest($1::text[], $2::text[]) as f (name, hash)
      where m.name = f.name and m.hash is null`,
    [names, hashes],
  );
}
