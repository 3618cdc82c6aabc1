import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { statements } from '../server/platform/database/database.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

describe('the statements of every room', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('can be prepared against the schema', async () => {
    expect(statements.size).toBeGreaterThan(5);
    const client = await test.context.database.pool.connect();
    const broken: string[] = [];
    for (const { name, text } of statements.values()) {
      await client
        .query(`prepare "${name}" as ${text}`)
        .catch((error: Error) => broken.push(`${name}: ${error.message}`));
    }
    client.release();
    expect(broken).toEqual([]);
  });
});
