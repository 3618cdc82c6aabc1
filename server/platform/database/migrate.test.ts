import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { pino } from 'pino';
import { parseSync } from 'libpg-query';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';

import { parserLoaded } from '../../../scripts/sql-types/tree.ts';
import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate, readMigrations, splitStatements, waitForMigrations } from './migrate.ts';

const soon = { timeout: 10_000, interval: 20 };

let test: TestApp;
let folder: string;
let databases: Database[];

beforeAll(async () => {
  test = await createTestApp();
  const [row] = await test.sql<{ name: string }>('select current_database() as name');
  const options = { ...inject('database'), database: row?.name ?? '', options: '-c search_path=migrated' };
  databases = [1, 2].map(() => openDatabase(options, pino({ level: 'silent' })));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await test.close();
});
beforeEach(async () => {
  await test.sql('drop schema if exists migrated cascade');
  await test.sql('create schema migrated');
  folder = await mkdtemp(join(tmpdir(), 'tealight-migrations-'));
  return () => rm(folder, { recursive: true });
});

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const run = async (database: Database): Promise<string[]> => (await migrate(database, folder)).ran;
const [first, second] = [() => databases[0] as Database, () => databases[1] as Database];
const tables = async (): Promise<string[]> =>
  (
    await test.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'migrated' order by 1`,
    )
  ).map(({ name }) => name);

describe('migrating the schema', () => {
  it('runs new files, in order, once', async () => {
    await write('0002_more.sql', 'alter table a add column more int;');
    await write('0001_first.sql', 'create table a ();');
    await write('README.md', 'not SQL');
    expect(await run(first())).toEqual(['0001_first.sql', '0002_more.sql']);
    expect(await run(first())).toEqual([]);
    await write('0003_last.sql', 'create table b ();');
    expect(await run(first())).toEqual(['0003_last.sql']);
    expect(await tables()).toEqual(['a', 'b', 'migrations']);
  });

  it('rolls back a file that fails, keeps those before it, and continues from there', async () => {
    await write('0001_good.sql', 'create table good ();');
    await write('0002_bad.sql', 'create table half (); select 1 / 0;');
    await expect(migrate(first(), folder)).rejects.toThrow('division by zero');
    expect(await tables()).toEqual(['good', 'migrations']);
    await write('0002_bad.sql', 'create table whole ();');
    expect(await run(first())).toEqual(['0002_bad.sql']);
  });

  it('runs each file once when two nodes start together', async () => {
    for (const name of ['0001_a', '0002_b', '0003_c'])
      await write(`${name}.sql`, `create table t${name} (); select pg_sleep(0.02);`);
    const ran = await Promise.all([run(first()), run(second())]);
    expect(ran.flat().sort()).toEqual(['0001_a.sql', '0002_b.sql', '0003_c.sql']);
  });

  it('runs on the schema of a newer program, unless that breaks it', async () => {
    await write('0001_known.sql', 'create table known ();');
    await migrate(first(), folder);
    await write('0007_more.sql', 'alter table known add column more int;');
    await write('0009_contracted.sql', '-- Nobody reads it since 0001.\n-- breaks: before 0001\nselect 1;');
    await migrate(first(), folder);
    await rm(join(folder, '0007_more.sql'));
    await rm(join(folder, '0009_contracted.sql'));
    const newer = ['0007_more.sql', '0009_contracted.sql'];
    expect(await migrate(first(), folder)).toEqual({ ran: [], newer });
    expect(await waitForMigrations(first(), folder)).toEqual({ ran: [], newer });
    await write('0010_breaking.sql', '-- breaks: before 0007\nselect 1;');
    await migrate(first(), folder);
    await rm(join(folder, '0010_breaking.sql'));
    const refused = 'too new for this program: it ran 0010_breaking.sql';
    await expect(migrate(first(), folder)).rejects.toThrow(refused);
    await expect(waitForMigrations(first(), folder)).rejects.toThrow(refused);
    // The failed run has released its lock.
    await write('0008_other.sql', 'select 1;');
    expect(await run(second())).toEqual(['0008_other.sql']);
  });

  it('waits until another process has run the files', async () => {
    await write('0001_first.sql', 'create table a ();');
    const reasons: string[] = [];
    const waiting = waitForMigrations(second(), folder, { onWait: (reason) => reasons.push(reason) });
    await vi.waitFor(() => expect(reasons).toEqual(['the database lacks 0001_first.sql']));
    await expect(Promise.race([waiting, migrate(first(), folder).then(() => 'ran')])).resolves.toBe('ran');
    expect(await waiting).toEqual({ ran: [], newer: [] });
    const life = new AbortController();
    await write('0002_second.sql', 'create table b ();');
    const stopped = waitForMigrations(second(), folder, life);
    life.abort();
    await expect(stopped).rejects.toThrow('aborted');
  });

  it('gives up a lock that it does not get soon, so that nobody waits behind it, and tries again', async () => {
    await write('0001_first.sql', 'create table a (); create table b ();');
    await migrate(first(), folder);
    await write('0002_more.sql', 'alter table b add column more int; alter table a add column more int;');
    const holder = await first().pool.connect();
    await holder.query('begin; lock table a in access share mode');
    const reasons: string[] = [];
    const migrated = migrate(second(), folder, { onWait: (reason) => reasons.push(reason) });
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%alter table a%'`;
    await vi.waitFor(async () => expect(await test.sql(waits)).toHaveLength(1), soon);
    await vi.waitFor(async () => expect(await test.sql(waits)).toHaveLength(0), soon);
    // The table that it had changed is free again.
    await holder.query('select from b; commit');
    holder.release();
    expect((await migrated).ran).toEqual(['0002_more.sql']);
    expect(reasons).toEqual(['0002_more.sql did not get its locks']);
  });

  it('builds an index without a transaction, while another node waits for its turn', async () => {
    await write('0001_first.sql', 'create table a (n int);');
    await migrate(first(), folder);
    await write(
      '0002_index.sql',
      '-- no transaction\ndrop index concurrently if exists a_n;\ncreate index concurrently a_n on a (n);',
    );
    // A report takes longer than a transaction of a migration may wait.
    const holder = await first().pool.connect();
    await holder.query('begin isolation level repeatable read; select from a');
    const ran = Promise.all([run(first()), run(second())]);
    const building = `select 1 from pg_stat_activity
                       where query like 'create index concurrently a_n%' and now() - query_start > interval '2.5 seconds'`;
    await vi.waitFor(async () => expect(await test.sql(building)).toHaveLength(1), soon);
    await holder.query('commit');
    holder.release();
    expect((await ran).flat()).toEqual(['0002_index.sql']);
    expect(await test.sql(`select indisvalid from pg_index where indexrelid = 'migrated.a_n'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
  });

  it('refuses a file that was changed after it ran, and names it', async () => {
    await write('0001_first.sql', 'create table first ();');
    await write('0002_second.sql', 'create table second ();');
    await migrate(first(), folder);
    await write('0002_second.sql', 'create table second (more int);');
    await expect(migrate(first(), folder)).rejects.toThrow('another text of 0002_second.sql:');
    // Git may check out other line endings.
    await write('0002_second.sql', 'create table second ();');
    expect(await run(second())).toEqual([]);
  });

  it.each(['-- breaks: before 31', '-- Breaks: before 0031', 'select 1;\n-- no transaction', '-- no transaction.'])(
    'refuses a mark that would have no effect: %s',
    async (text) => {
      await write('0001_marked.sql', `${text}\nselect 1;`);
      await expect(migrate(first(), folder)).rejects.toThrow('0001_marked.sql has a mark that is misspelled');
    },
  );

  it('names the file that fails', async () => {
    await write('0001_bad.sql', 'select 1 / 0;');
    await expect(migrate(first(), folder)).rejects.toThrow('0001_bad.sql failed: division by zero');
  });
});

describe('splitting a file', () => {
  it('finds the statements that PostgreSQL finds, in every migration', async () => {
    await parserLoaded;
    const files = [...(await readMigrations(fileURLToPath(new URL('../../../migrations', import.meta.url))))];
    const wrong = files.filter(([, { text }]) => {
      const parts = splitStatements(text);
      const isOne = (part: string): boolean => parseSync(part).stmts?.length === 1;
      return !parts.every(isOne) || parts.length !== parseSync(text).stmts?.length;
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });

  it.each([
    ["insert into a values (';', 'it''s; -- so');", 1],
    ['do $$ begin perform 1; -- done; $ 5\n end $$; select $1 - 2; -- select 1;', 2],
    ["-- don't;\nselect 1", 1],
    ['', 0],
  ])('of %s', (text, count) => {
    expect(splitStatements(text)).toHaveLength(count);
  });
});
