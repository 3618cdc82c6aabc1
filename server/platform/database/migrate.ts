import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database } from './database.ts';

// Arbitrary, the same in every process: nodes that start together migrate one after another.
const lockNumber = 7_482_901;

/**
 * Migrates the schema: runs the numbered files of `folder` that have not run yet, each in a transaction. Forward only.
 * Throws when the database is ahead of this checkout. `more` runs last under the same lock, even when no file was new.
 * Nodes that start together wait for each other. Returns the names of the files that it ran.
 */
export async function migrate(
  database: Database,
  folder: string,
  more: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const client = await database.pool.connect();
  const done: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    await client.query(
      'create table if not exists migrations (name text primary key, at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const ran = new Set(rows.map((row) => row.name));
    const unknown = [...ran].filter((name) => !files.includes(name));
    if (unknown.length > 0) throw new Error(`the database is newer than this checkout: it ran ${unknown.join(', ')}`);
    for (const name of files.filter((file) => !ran.has(file))) {
      const text = await readFile(join(folder, name), 'utf8');
      await client.query('begin');
      await client.query(text);
      await client.query('insert into migrations (name) values ($1)', [name]);
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
