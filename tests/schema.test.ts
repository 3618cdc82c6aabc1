import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { tables } from '../server/tables.data.ts';
import { quickMember } from './support/chat.ts';
import { describeSchema } from './support/describe-schema.ts';
import { recordMigrations } from './support/migration-hashes.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const path = fileURLToPath(new URL('../schema.sql', import.meta.url));

describe('schema.sql', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('is what the migrations make (rewrite it with UPDATE_SCHEMA=1 npx vitest run tests/schema.test.ts)', async () => {
    const now = await describeSchema(test.context.database.pool);
    if (process.env['UPDATE_SCHEMA']) await Promise.all([writeFile(path, now), recordMigrations()]);
    expect(await readFile(path, 'utf8')).toBe(now);
  });

  it('is also reached by databases that ran earlier versions of 0204, 0207 and 0213', async () => {
    const app = await createTestApp();
    const lines = async (): Promise<string[]> =>
      (await describeSchema(app.context.database.pool)).split(/,?\n/).toSorted();
    const expected = await lines();
    const { id } = await quickMember(app);
    const [seen, unseen] = [randomUUID(), randomUUID()];
    await app.sql(
      `drop function note_checked_photo, note_unseen_photos, note_failed_address, note_photo_owner cascade`,
    );
    await app.sql('alter table profiles drop column photos_unseen');
    for (const [position, photo] of [seen, unseen].entries())
      await app.sql(
        `insert into photos (member_id, photo_id, position, status, width, height, created_at, checked)
         values ($1, $2, $3, 'approved', 800, 1000, now(), $4)`,
        [id, photo, position, photo === seen],
      );
    await app.sql(
      `update profiles set main_photo = $2, main_photo_status = 'approved', num_photos = 2, main_photo_checked = true where member_id = $1`,
      [id, seen],
    );
    expect(await lines()).not.toEqual(expected);

    await app.sql(await readFile(join(migrations, '0290_mend_edited_migrations.sql'), 'utf8'));
    expect(await lines()).toEqual(expected);
    const counted = 'select photos_unseen, main_photo_checked from profiles where member_id = $1';
    expect(await app.sql(counted, [id])).toEqual([{ photos_unseen: 1, main_photo_checked: true }]);
    const owned = 'select count(*) from photo_owners where member_id = $1';
    expect(await app.sql(owned, [id])).toEqual([{ count: 2 }]);
    await app.close();
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
    const order = Object.keys(tables);
    expect(references.filter(({ table, target }) => order.indexOf(target) > order.indexOf(table))).toEqual([]);
    expect(references.length).toBeGreaterThan(10);
  });
});
