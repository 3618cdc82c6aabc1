import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { retention } from '../erasure/retention.data.ts';
import { tables } from '../tables.data.ts';
import { columnsLeftOut, leftOut, sources } from './sources.data.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('the list of exported data', () => {
  it('names every table of the schema once, with a reason for those left out (PII-13)', () => {
    expect([...Object.keys(sources), ...Object.keys(leftOut)].toSorted()).toEqual(Object.keys(tables).toSorted());
    expect(Object.keys(tables).toSorted()).toEqual(Object.keys(retention).toSorted());
  });

  it('covers every column of the conversation tables, with a reason for those left out', async () => {
    const missing: string[] = [];
    for (const [table, { topic, list, listIn }] of Object.entries(sources)) {
      const columns = await test.sql<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
        [table],
      );
      const read = new Set((list ?? listIn).text.match(/\w+/g));
      if (topic === 'conversations')
        missing.push(...columns.flatMap(({ name }) => (read.has(name) ? [] : [`${table}.${name}`])));
    }
    expect(missing.toSorted()).toEqual(Object.keys(columnsLeftOut).toSorted());
  });
});
