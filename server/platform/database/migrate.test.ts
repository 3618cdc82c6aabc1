import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

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
    expect(await migrate(first(), folder)).toEqual(['0001_first.sql', '0002_more.sql']);
    expect(await migrate(first(), folder)).toEqual([]);
    await write('0003_last.sql', 'create table b ();');
    expect(await migrate(first(), folder)).toEqual(['0003_last.sql']);
    expect(await tables()).toEqual(['a', 'b', 'migrations']);
  });

  it('rolls back a file that fails, keeps those before it, and continues from there', async () => {
    await write('0001_good.sql', 'create table good ();');
    await write('0002_bad.sql', 'create table half (); select 1 / 0;');
    await expect(migrate(first(), folder)).rejects.toThrow('division by zero');
    expect(await tables()).toEqual(['good', 'migrations']);
    await write('0002_bad.sql', 'create table whole ();');
    expect(await migrate(first(), folder)).toEqual(['0002_bad.sql']);
  });

  it('runs each file once when two nodes start together', async () => {
    for (const name of ['0001_a', '0002_b', '0003_c'])
      await write(`${name}.sql`, `create table t${name} (); select pg_sleep(0.02);`);
    const ran = await Promise.all([migrate(first(), folder), migrate(second(), folder)]);
    expect(ran.flat().sort()).toEqual(['0001_a.sql', '0002_b.sql', '0003_c.sql']);
  });

  it('refuses a database with migrations that this checkout does not have', async () => {
    await write('0001_known.sql', 'create table known ();');
    await migrate(first(), folder);
    await test.sql(`insert into migrated.migrations (name, hash) values ('0009_future.sql', '')`);
    await expect(migrate(first(), folder)).rejects.toThrow('0009_future.sql');
    // The failed run has released its lock.
    await test.sql(`delete from migrated.migrations where name = '0009_future.sql'`);
    expect(await migrate(second(), folder)).toEqual([]);
  });

  it('refuses a file that was changed after it ran, and names it', async () => {
    await write('0001_first.sql', 'create table first ();');
    await write('0002_second.sql', 'create table second ();');
    await migrate(first(), folder);
    await write('0002_second.sql', 'create table second (more int);');
    await expect(migrate(first(), folder)).rejects.toThrow('another text of 0002_second.sql:');
    // Git may check out other line endings.
    await write('0002_second.sql', 'create table second ();');
    expect(await migrate(second(), folder)).toEqual([]);
  });

  it('names the file that fails', async () => {
    await write('0001_bad.sql', 'select 1 / 0;');
    await expect(migrate(first(), folder)).rejects.toThrow('0001_bad.sql failed: division by zero');
  });
});
