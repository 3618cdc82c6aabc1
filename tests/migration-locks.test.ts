import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { firstMeasured } from '../bench/migrations.ts';
import { openDatabase } from '../server/platform/database/database.ts';
import { migrate, readMigrations, splitStatements } from '../server/platform/database/migrate.ts';
import { createLog } from '../server/platform/monitoring/log.ts';

const folder = fileURLToPath(new URL('../migrations', import.meta.url));
const files = [...(await readMigrations(folder))];
/** Earlier files ran before there was anybody who could have waited. */
const lastBefore = files.findIndex(([name]) => name >= firstMeasured);

/** Statements that let others read and write while they run, however large the table is. */
const runsBeside =
  /^(?:create (?:unique )?index concurrently|drop index concurrently|alter table \w+ validate constraint) /i;

/**
 * What a transaction did so far to tables that existed before, in which members write meanwhile: `locks` names those
 * whose writers wait until it ends, and `scans` those that it read, which takes the longer, the more members there are.
 */
const whatItDid = `
  select coalesce(array_agg(distinct c.relname::text) filter (where l.mode is not null), '{}') as locks,
         coalesce(array_agg(distinct c.relname::text) filter (where s.seq_scan + coalesce(s.idx_scan, 0) > 0), '{}') as scans
    from pg_class c
    left join pg_locks l on l.relation = c.oid and l.pid = pg_backend_pid() and l.granted
         and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    left join pg_stat_xact_user_tables s on s.relid = c.oid
   where c.oid = any($1)`;

describe('a migration', () => {
  const server = inject('database');
  const name = 'test_migration_locks';
  const admin = new pg.Client({ ...server, database: 'postgres' });
  const earlier = mkdtempSync(join(tmpdir(), 'migrations-'));
  const database = openDatabase({ ...server, database: name, max: 2 }, createLog('silent'));

  beforeAll(async () => {
    for (const [file, { text }] of files.slice(0, lastBefore)) writeFileSync(join(earlier, file), text);
    await admin.connect();
    await admin.query(`create database ${name}`);
    await migrate(database, earlier);
  });
  afterAll(async () => {
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(earlier, { recursive: true });
  });

  /** Runs statements, and returns what they did. They stay if `ending` is commit. */
  async function run(statements: readonly string[], ending: 'commit' | 'rollback') {
    const client = await database.pool.connect();
    try {
      const { rows } = await client.query<{ tables: number[] }>(
        `select array_agg(oid) as tables from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
      );
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
      const { rows: did } = await client.query<{ locks: string[]; scans: string[] }>(whatItDid, [rows[0]?.tables]);
      await client.query(ending);
      return did[0];
    } finally {
      // With the transaction, should one have failed.
      client.release(true);
    }
  }

  it('is seen when it would keep writers waiting', async () => {
    const bad: [string, object][] = [
      ['create index on messages (text)', { locks: ['messages'], scans: ['messages'] }],
      [`update members set status = 'active'`, { locks: [], scans: ['members'] }],
      ['alter table payments alter amount type bigint', { locks: ['payments'], scans: ['payments'] }],
      ['alter table messages add a int; alter table members add b int', { locks: ['members', 'messages'], scans: [] }],
      ['create table t (id uuid references members (member_id))', { locks: ['members'], scans: [] }],
    ];
    for (const [text, did] of bad) expect([text, await run(splitStatements(text), 'rollback')]).toEqual([text, did]);
  });

  // A wait for a lock lasts 0.4 s at most, and those for the locks of one file add up.
  it('makes writers wait for one lock at most, and for no work on a table that grows', async () => {
    for (const [file, { text, isTransaction }] of files.slice(lastBefore)) {
      const statements = splitStatements(text);
      if (isTransaction) {
        const did = await run(statements, 'commit');
        expect([file, did?.scans, did?.locks.slice(1)]).toEqual([file, [], []]);
      } else {
        const others = statements.filter((statement) => !runsBeside.test(statement));
        expect([file, others]).toEqual([file, []]);
        const client = await database.pool.connect();
        for (const statement of statements) await client.query(statement);
        // The next file gets another connection: for a second, this one still counts the scans of these statements.
        client.release(true);
      }
    }
  });
});
