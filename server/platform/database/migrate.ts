import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

import { StartError } from './check-database.ts';
import type { Database } from './database.ts';

// Arbitrary, the same in every process: nodes that start together migrate one after another.
const lockNumber = 7_482_901;
const askAgainMs = 250;
const schemaWaitMs = 60_000;

// Whoever waits for a lock on a table makes all later statements on that table wait.
const timeouts = `set lock_timeout = '400ms'; set statement_timeout = '60s'`;
// Building an index concurrently waits for older transactions, and nobody waits behind it.
const noTimeouts = 'set lock_timeout = 0; set statement_timeout = 0';
/** A lock was not had in time, or would have been a deadlock. */
const lockCodes = new Set(['55P03', '40P01']);
const attemptsMax = 30;
const longestPauseMs = 10_000;

export interface Migrated {
  /** The files that ran just now. */
  ran: string[];
  /** Files that a newer program ran. This program can run on the schema that they made. */
  newer: string[];
}

interface WaitOptions {
  signal?: AbortSignal;
  /** Called once for each wait: for another process, or for a lock of the database. */
  onWait?: (reason: string) => void;
}

interface MigrateOptions extends WaitOptions {
  /** Runs first under the same lock, even when no file is new. */
  more?: () => Promise<void>;
}

/**
 * Runs the numbered files that have not run yet, one after another. Forward only. Nodes that start together wait for
 * each other.
 *
 * A file is a transaction whose statements take up to a minute each. It is rolled back and tried again, up to thirty
 * times, if it does not get a lock within 0.4 seconds. The comment at the top of a file may have two marks.
 * `-- no transaction` sends each statement on its own and without a limit, as building an index of a large table needs:
 * such a file must be able to run again from its start. `-- breaks: before 0031` says that programs whose newest file
 * is older than 0031 cannot run on the schema any more.
 *
 * Throws a `StartError` if a file fails or differs from the one that ran, or if a newer file breaks this program.
 */
export async function migrate(database: Database, folder: string, options: MigrateOptions = {}): Promise<Migrated> {
  const files = await readMigrations(folder);
  const client = await database.pool.connect();
  try {
    await lock(client, options);
    await client.query(ownTable);
    const { missing, newer } = compare(files, await readRan(client));
    await options.more?.();
    for (const [name, file] of missing) await runFile(client, name, file, options);
    return { ran: missing.map(([name]) => name), newer };
  } finally {
    // Closing the connection releases the lock and forgets the timeouts.
    client.release(true);
  }
}

// The column is younger than the table. Adding it only where it is missing locks nobody out.
const ownTable = `do $$ begin
  create table if not exists migrations (name text primary key, at timestamptz not null default now(), hash text not null);
  if not exists (select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'breaks') then
    alter table migrations add column breaks text;
  end if;
end $$`;

/** Waits up to a minute until another process has run the files. Throws a `StartError` as `migrate` does. */
export async function waitForMigrations(
  database: Database,
  folder: string,
  { signal, onWait }: WaitOptions = {},
): Promise<Migrated> {
  const files = await readMigrations(folder);
  const until = performance.now() + schemaWaitMs;
  for (let isFirst = true; ; isFirst = false) {
    const { missing, newer } = compare(files, await readRan(database.pool));
    if (missing.length === 0) return { ran: [], newer };
    const lacks = `the database lacks ${missing.map(([name]) => name).join(', ')}`;
    if (performance.now() > until) throw new StartError(`${lacks}: run npm run migrate, or set MIGRATE=auto`);
    if (isFirst) onWait?.(lacks);
    await pause(askAgainMs, undefined, { signal });
  }
}

/** Asks again and again: a waiting statement would keep an index from being built concurrently. */
async function lock(client: pg.PoolClient, { signal, onWait }: WaitOptions): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockNumber]);
    if (rows[0]?.locked) return;
    if (isFirst) onWait?.('another process runs the migrations');
    await pause(askAgainMs, undefined, { signal });
  }
}

async function runFile(
  client: pg.PoolClient,
  name: string,
  file: Migration,
  { signal, onWait }: WaitOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptFile(client, name, file);
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const { code, message } = error as Error & { code?: string };
      if (!lockCodes.has(code ?? '') || attempt === attemptsMax)
        throw new StartError(`${name} failed: ${message}`, { cause: error });
      if (attempt === 1) onWait?.(`${name} did not get its locks`);
      await pause(Math.min(attempt * 1_000, longestPauseMs), undefined, { signal });
    }
  }
}

async function attemptFile(client: pg.PoolClient, name: string, file: Migration): Promise<void> {
  const { text, hash, breaks, isTransaction } = file;
  await client.query(isTransaction ? timeouts : noTimeouts);
  if (isTransaction) await client.query('begin');
  for (const statement of splitStatements(text)) await client.query(statement);
  await client.query('insert into migrations (name, hash, breaks) values ($1, $2, $3)', [name, hash, breaks]);
  if (isTransaction) await client.query('commit');
}

/** The tokens inside of which a semicolon ends no statement, the semicolon, and everything between them. */
const token = /--[^\n]*|'[^']*'|\$\$(?:[^$]|\$(?!\$))*\$\$|;|[^-'$;]+|[-$]/g;

/** Splits SQL after each semicolon outside of strings, comments and bodies in `$$`. */
export function splitStatements(text: string): string[] {
  const statements = [''];
  for (const [part] of text.matchAll(token)) {
    if (part === ';') statements.push('');
    else if (!part.startsWith('--')) statements[statements.length - 1] += part;
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

interface Migration {
  text: string;
  /** The SHA-256 of the text. */
  hash: string;
  isTransaction: boolean;
  /** The number of the first file that a program must have to run on the schema; null if any will do. */
  breaks: string | null;
}

type Migrations = Map<string, Migration>;

/** Reads the migrations of a folder, in the order in which they run. */
export async function readMigrations(folder: string): Promise<Migrations> {
  const files: Migrations = new Map();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
    // Git may check out other line endings.
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
    files.set(name, { text, hash: createHash('sha256').update(text).digest('hex'), ...readMarks(name, text) });
  }
  return files;
}

/** Throws if a mark is misspelled or not at the top: it would have no effect. */
function readMarks(name: string, text: string): Pick<Migration, 'isTransaction' | 'breaks'> {
  const [top = ''] = /^(?:--[^\n]*\n)*/.exec(text) ?? [];
  const marks: string[] = text.match(/^--\s*(?:breaks|no transaction)\b.*/gim) ?? [];
  const isMark = (line: string): boolean => /^-- (?:no transaction|breaks: before \d{4})$/.test(line);
  const wrong = marks.find((mark) => !isMark(mark) || !top.includes(`${mark}\n`));
  if (wrong !== undefined) throw new StartError(`${name} has a mark that is misspelled or not at its top: ${wrong}`);
  return {
    isTransaction: !marks.includes('-- no transaction'),
    breaks: marks.find((mark) => mark.startsWith('-- breaks'))?.slice(-4) ?? null,
  };
}

interface Ran {
  hash: string;
  breaks: string | null;
}

/** Throws if a newer program ran a file that breaks this one, or if a file differs from the one that ran. */
function compare(
  files: Migrations,
  ran: ReadonlyMap<string, Ran>,
): { missing: [string, Migration][]; newer: string[] } {
  const newer = [...ran.keys()].filter((name) => !files.has(name));
  const newest = [...files.keys()].at(-1) ?? '';
  const breaking = newer.filter((name) => newest < (ran.get(name)?.breaks ?? ''));
  if (breaking.length > 0)
    throw new StartError(`the database is too new for this program: it ran ${breaking.join(', ')}`);
  const changed = [...files].filter(([name, { hash }]) => (ran.get(name)?.hash ?? hash) !== hash).map(([name]) => name);
  if (changed.length > 0)
    throw new StartError(
      `the database ran another text of ${changed.join(', ')}: a migration that ran never changes, what it lacks comes in a new file`,
    );
  return { missing: [...files].filter(([name]) => !ran.has(name)), newer };
}

/** Compares a folder with the files that ran, by their names. Throws a `StartError` as `migrate` does. */
export async function compareSchema(
  database: Database,
  folder: string,
): Promise<{ missing: string[]; newer: string[] }> {
  const { missing, newer } = compare(await readMigrations(folder), await readRan(database.pool));
  return { missing: missing.map(([name]) => name), newer };
}

const unknownTableCode = '42P01';

async function readRan(client: pg.Pool | pg.PoolClient): Promise<Map<string, Ran>> {
  try {
    // A database of an older program lacks the column.
    const { rows } = await client.query<Ran & { name: string }>(
      `select name, hash, to_jsonb(m) ->> 'breaks' as breaks from migrations m`,
    );
    return new Map(rows.map(({ name, ...row }) => [name, row]));
  } catch (error) {
    if ((error as { code?: string }).code === unknownTableCode) return new Map();
    throw error;
  }
}
