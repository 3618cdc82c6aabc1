import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { describeSchema } from './support/describe-schema.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

const path = fileURLToPath(new URL('../schema.sql', import.meta.url));

describe('schema.sql', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('is what the migrations make (rewrite it with UPDATE_SCHEMA=1 npx vitest run tests/schema.test.ts)', async () => {
    const now = await describeSchema(test.context.database.pool);
    if (process.env['UPDATE_SCHEMA']) await writeFile(path, now);
    expect(await readFile(path, 'utf8')).toBe(now);
  });

  it('leads the key of what belongs to a member or a conversation with that column', async () => {
    const keys = await test.sql<{ relname: string; columns: string[] }>(
      `select c.relname, array_agg(a.attname::text order by k.n) as columns
         from pg_constraint p join pg_class c on c.oid = p.conrelid
        cross join lateral unnest(p.conkey) with ordinality as k (attnum, n)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where p.contype in ('p', 'u') and c.relnamespace = 'public'::regnamespace group by c.relname, p.conname`,
    );
    const columns = await test.sql<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns where table_schema = 'public'`,
    );
    // Lookup tables are keyed by what is looked up.
    const lookups = new Set([
      'member_emails',
      'member_names',
      'sessions',
      'tokens',
      'provider_payments',
      'conversation_pairs',
    ]);
    const owners = new Map(
      columns
        .filter(({ column_name: name }) => name === 'member_id')
        .map(({ table_name: table }) => [table, 'member_id']),
    );
    for (const { table_name: table, column_name: name } of columns) {
      if (name === 'conversation_id' && !owners.has(table)) owners.set(table, 'conversation_id');
    }
    const wrong = keys.filter(
      ({ relname, columns: key }) =>
        owners.has(relname) && !lookups.has(relname) && !key.includes(owners.get(relname) as string),
    );
    expect(wrong).toEqual([]);
    expect(owners.size).toBeGreaterThan(10);
  });

  it('names every table once in the script that spreads them over machines', async () => {
    const script = await readFile(new URL('../scripts/distribute.sql', import.meta.url), 'utf8');
    const named = [...script.matchAll(/create_(?:distributed|reference)_table\('(\w+)'/g)].map((match) => match[1]);
    const tables = await test.sql<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    expect(named.sort()).toEqual(tables.map(({ name }) => name).sort());
  });
});
