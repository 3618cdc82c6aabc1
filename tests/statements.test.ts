import { readFile } from 'node:fs/promises';

import pg from 'pg';
import { describe, expect, it } from 'vitest';

import { loadStatements } from '../scripts/sql-types/load-statements.ts';
import { typesPath, writeTypes } from '../scripts/sql-types/write-types.ts';
import { useTestApp } from './support/test-app.ts';

describe('the statements of every module', () => {
  const test = useTestApp();

  it('can be prepared against the schema', async () => {
    const statements = await loadStatements();
    expect(statements.length).toBeGreaterThan(100);
    const client = await test.context.database.pool.connect();
    const broken: string[] = [];
    for (const { name, text } of statements) {
      await client
        .query(`prepare "${name}" as ${text}`)
        .catch((error: Error) => broken.push(`${name}: ${error.message}`));
    }
    client.release();
    expect(broken).toEqual([]);
  });

  it('have the types that PostgreSQL gives them (write them with npm run types:sql)', async () => {
    const { host, port, user, database } = test.context.database.pool.options;
    const client = new pg.Client({ host, port, user, database } as pg.ClientConfig);
    await client.connect();
    const types = await writeTypes(client, await loadStatements()).finally(() => client.end());
    expect(await readFile(typesPath, 'utf8')).toBe(types);
  });
});
