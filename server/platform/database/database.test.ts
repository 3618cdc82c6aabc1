import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { useTestApp } from '../../../tests/support/test-app.ts';
import { openDatabase } from './database.ts';

const test = useTestApp();

describe('a closed pool', () => {
  it('leaves no connection open at the server', async () => {
    const { pool } = test.context.database;
    const { host, port, user, database } = pool.options;
    const own = openDatabase({ host, port, user, database, max: 30 } as never, test.context.log);
    await Promise.all(Array.from({ length: 30 }, () => own.pool.query('select 1')));
    const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                       and backend_type = 'client backend'`;
    const before = (await test.sql(others)).length;
    await own.close();
    expect(before - (await test.sql(others)).length).toBe(own.pool.options.max);
  });
});

describe('a transaction', () => {
  it('fails with its first error, whichever of its statements rejects first', async () => {
    const { database } = test.context;
    const failing = database.transaction((tx) =>
      Promise.all([
        tx.raw('select 1 / 0').catch(async (error: unknown) => {
          await setImmediate();
          throw error;
        }),
        tx.raw('select 1'),
      ]),
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });
});
