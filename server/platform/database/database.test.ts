import { setImmediate } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import { createTestApp, useTestApp } from '../../../tests/support/test-app.ts';
import { findResults } from '../queries.ts';
import { composeStatement, openDatabase, shareConnection } from './database.ts';
import { isTemporary } from './database-errors.ts';

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

describe('a connection', () => {
  const settings = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
                           current_setting('idle_in_transaction_session_timeout') as idle,
                           current_setting('application_name') as name`;

  it('says which process it belongs to, and limits locks and idle transactions', async () => {
    const { pool } = test.context.database;
    const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
    const seen = await Promise.all(clients.map(async (client) => (await client.query<object>(settings)).rows[0]));
    for (const client of clients) client.release();
    const version = expect.stringMatching(/^tealight web,live,worker \d+\.\d+\.\d+(?:\+\S+)?$/) as string;
    for (const row of seen) expect(row).toEqual({ statement: '0', lock: '10s', idle: '1min', name: version });
  });

  it('limits the statements of a process that runs no jobs', async () => {
    const env = { ROLE: 'web', DATABASE_URL: 'postgresql://unused', PAYMENTS_URL: 'http://127.0.0.1:9' };
    const web = await createTestApp({ env });
    const [row] = await web.sql<{ statement: string; name: string }>(settings);
    expect(row).toMatchObject({
      statement: '30s',
      lock: '10s',
      name: expect.stringMatching(/^tealight web /) as string,
    });
    await web.close();
  });

  it('is kept by a snapshot whose reader pauses', async () => {
    const short = await createTestApp({ database: { idle_in_transaction_session_timeout: 1 } });
    const pausing = `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
                        and state_change < clock_timestamp() - interval '100 milliseconds'`;
    const row = await short.context.database.snapshot(async (snapshot) => {
      await vi.waitFor(async () => expect(await short.sql(pausing)).toHaveLength(1), { timeout: 20_000 });
      return snapshot.first(composeStatement<{ one: number }>('select 1 as one'));
    });
    expect(row?.one).toBe(1);
    await short.close();
  });

  it.each(['statement_timeout', 'lock_timeout'])(
    'ends a call that waits for longer than its %s with 503',
    async (name) => {
      const short = await createTestApp({ database: { [name]: 200 } });
      const member = await short.member();
      const other = await short.context.database.pool.connect();
      await other.query('begin; lock table sessions in access exclusive mode');
      const { status, body, headers } = await member.call('getUser', {});
      expect([status, body.error]).toEqual([503, 'request.busy']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      await other.query('rollback');
      other.release();
      expect((await member.call('getUser', {})).status).toBe(200);
      await short.close();
    },
  );

  it('is lost by a transaction that does nothing for too long, which another call may repeat', async () => {
    const short = await createTestApp({ database: { idle_in_transaction_session_timeout: 200 } });
    const { database } = short.context;
    const idle = database.transaction(async (tx) => {
      const [own] = await tx.all(composeStatement<{ pid: number }>('select pg_backend_pid() as pid'));
      const left = 'select from pg_stat_activity where pid = $1';
      await vi.waitFor(async () => expect(await short.sql(left, [own?.pid])).toEqual([]), { timeout: 20_000 });
      await tx.all(composeStatement('select 1'));
    });
    expect(isTemporary(await idle.catch((error: unknown) => error))).toBe(true);
    await short.close();
  });
});

describe('the database of a page', () => {
  const sleepers = composeStatement<{ pid: number; now: string }>('select pg_backend_pid() as pid, pg_sleep(0.01)');

  it('reads on one connection what overlaps, and holds none between reads', async () => {
    const { database } = test.context;
    const connect = vi.spyOn(database.pool, 'connect');
    const page = shareConnection(database);
    const rows = await Promise.all([page.first(sleepers), page.first(sleepers), page.all(sleepers)]);
    expect(new Set(rows.flat().map((row) => row?.pid)).size).toBe(1);
    expect(connect).toHaveBeenCalledTimes(1);
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    await page.first(sleepers);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('fails only the read that is wrong, and does not use its connection again', async () => {
    const { database } = test.context;
    const page = shareConnection(database);
    const results = await Promise.allSettled([
      page.first(sleepers),
      page.first(composeStatement('select 1 / 0')),
      page.first(sleepers),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const [first] = results;
    const failed = first?.status === 'fulfilled' ? first.value?.pid : undefined;
    expect((await page.first(sleepers))?.pid).not.toBe(failed);
  });

  it('tells every read why the statement that they share was not prepared', async () => {
    const short = await createTestApp({ database: { lock_timeout: 200 } });
    const page = shareConnection(short.context.database);
    const other = await short.context.database.pool.connect();
    await other.query('begin; lock table call_results in access exclusive mode');
    const reads = [1, 2].map(() => page.all(findResults, { memberIds: [], keys: [] }));
    expect(await Promise.allSettled(reads)).toMatchObject([1, 2].map(() => ({ reason: { code: '55P03' } })));
    await other.query('rollback');
    other.release();
    await short.close();
  });

  it('fails every read that waits for a connection, and tries again for the next', async () => {
    const { database } = test.context;
    const page = shareConnection(database);
    vi.spyOn(database.pool, 'connect').mockRejectedValueOnce(new Error('none is left') as never);
    const failing = await Promise.allSettled([page.first(sleepers), page.first(sleepers)]);
    expect(failing.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await page.first(sleepers)).toMatchObject({ pid: expect.any(Number) as number });
  });

  it('is its own reader, unless there is a replica', () => {
    const { database } = test.context;
    const page = shareConnection(database);
    expect(page.reader(null)).toBe(page);
    const replica = { ...database };
    expect(shareConnection({ ...database, reader: () => replica }).reader(null)).toBe(replica);
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

  it('is repeated when a statement deadlocks, even if one sent with it is the first to reject', async () => {
    const { database } = test.context;
    // Both errors arrive in one packet, and `first` takes longer to reject than `run`.
    const codes: Record<string, string> = { first: '40P01', second: '25P02' };
    const query = async (sent: string | { text: string }): Promise<void> => {
      const code = typeof sent === 'string' ? undefined : codes[sent.text];
      if (code) throw Object.assign(new Error('failed'), { code });
    };
    const stream = { cork: () => undefined, uncork: () => undefined };
    const client = { query, release: () => undefined, connection: { stream } };
    vi.spyOn(database.pool, 'connect').mockImplementation(async () => client as never);
    let attempts = 0;
    const failing = database.transaction((tx) => {
      attempts += 1;
      return Promise.all([tx.first(composeStatement('first')), tx.run(composeStatement('second'))]);
    });
    await expect(failing).rejects.toMatchObject({ code: '40P01' });
    expect(attempts).toBe(5);
  });

  it('sends reads with BEGIN, and a write and what follows it only once there is a transaction', async () => {
    const sent: string[] = [];
    let begin: ((outcome: Promise<unknown>) => void) | undefined;
    const query = async (given: string | { text: string }): Promise<unknown> => {
      const text = typeof given === 'string' ? given : given.text;
      sent.push(text);
      await (text === 'begin' ? new Promise((resolve) => (begin = resolve)) : setImmediate());
      return { rows: [], rowCount: 0, command: text.toUpperCase() };
    };
    const stream = { cork: () => sent.push('cork'), uncork: () => sent.push('uncork') };
    const client = { query, release: () => undefined, connection: { stream } };
    vi.spyOn(test.context.database.pool, 'connect').mockImplementation(async () => client as never);
    const write = (): Promise<unknown> =>
      test.context.database.transaction(async (tx) => {
        const first = tx.all(composeStatement('select 1 for update'));
        await Promise.all([first, tx.run(composeStatement('update a')), tx.all(composeStatement('select 2'))]);
      });
    const done = write();
    await setImmediate();
    expect(sent).toEqual(['cork', 'begin', 'select 1 for update', 'uncork']);
    begin?.(Promise.resolve());
    await done;
    expect(sent.slice(4)).toEqual(['cork', 'update a', 'select 2', 'uncork', 'commit']);

    sent.length = 0;
    const failing = write();
    await setImmediate();
    begin?.(Promise.reject(new Error('canceled')));
    await expect(failing).rejects.toThrow('canceled');
    expect(sent.slice(4)).toEqual(['rollback']);
  });
});
