import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { listDistribution, tables } from '../server/modules.ts';
import { describeSchema } from './support/describe-schema.ts';
import { describeRecorded } from './support/migration-hashes.ts';
import { useTestApp } from './support/test-app.ts';

const path = fileURLToPath(new URL('../schema.sql', import.meta.url));

describe('schema.sql', () => {
  const test = useTestApp();

  it('is what the migrations make (rewrite it with UPDATE_SCHEMA=1 npx vitest run tests/schema.test.ts)', async () => {
    const now = (await describeRecorded()) + (await describeSchema(test.context.database.pool));
    if (process.env['UPDATE_SCHEMA']) await writeFile(path, now);
    expect(await readFile(path, 'utf8')).toBe(now);
  });

  it('has the key by which a table is spread in each of its unique indexes', async () => {
    const unique = await test.sql<{ table: string; index: string; columns: string[] }>(
      `select c.relname as table, i.indexrelid::regclass::text as index, array_agg(a.attname::text) as columns
         from pg_index i join pg_class c on c.oid = i.indrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indisunique and c.relnamespace = 'public'::regnamespace group by c.relname, i.indexrelid`,
    );
    const wrong = unique.filter(({ table, columns }) => {
      const key = tables[table]?.key;
      return key && !columns.includes(key);
    });
    expect(wrong).toEqual([]);
    expect(unique.length).toBeGreaterThanOrEqual(Object.keys(tables).length);
  });

  it('is spread in an order that puts a table after those to which it refers', async () => {
    const references = await test.sql<{ table: string; target: string }>(
      `select conrelid::regclass::text as table, confrelid::regclass::text as target
         from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    const order = listDistribution().map((statement) => /'(\w+)'/.exec(statement)?.[1]);
    expect(references.filter(({ table, target }) => order.indexOf(target) > order.indexOf(table))).toEqual([]);
    expect(references.length).toBeGreaterThan(10);
  });
});
