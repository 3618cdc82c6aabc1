import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { useTestApp } from '../../../tests/support/test-app.ts';
import { type JobHandlers, type Jobs, createJobs, holdWorkerLock, keepRunning } from './jobs.ts';

const soon = { timeout: 20_000, interval: 20 };
const workers: Jobs<object>[] = [];
const test = useTestApp();
let finish = (): void => undefined;

afterEach(async () => {
  finish();
  await Promise.all(workers.splice(0).map((jobs) => jobs.close()));
});

/** A worker that records the jobs it runs; `enforce-retention` ends when `until` resolves. */
async function worker(
  until: Promise<void> = Promise.resolve(),
  log = pino({ level: 'silent' }),
): Promise<{ done: string[] }> {
  const jobs = createJobs<object>(test.context.database, log);
  workers.push(jobs);
  const done: string[] = [];
  const note = (name: string) => async (): Promise<void> => {
    done.push(name);
    if (name === 'enforce-retention') await until;
  };
  const names = ['enforce-retention', 'sweep-pictures'];
  await jobs.start(Object.fromEntries(names.map((name) => [name, note(name)])) as JobHandlers<object>);
  return { done };
}

const add = (name: string): Promise<unknown[]> => test.sql('select id from graphile_worker.add_job($1)', [name]);
const age = (more = ''): Promise<unknown[]> =>
  test.sql(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' ${more} returning locked_by`,
  );

describe('a worker that starts while the database is unavailable', () => {
  it('takes jobs as soon as the database is back', async () => {
    const log = pino({ level: 'silent' });
    const warn = vi.spyOn(log, 'warn');
    await test.sql('alter table graphile_worker._private_tasks rename to tasks_away');
    const { done } = await worker(undefined, log);
    await vi.waitFor(
      () => expect(warn).toHaveBeenCalledWith(expect.anything(), 'the job runner could not start'),
      soon,
    );
    await test.sql('alter table graphile_worker.tasks_away rename to _private_tasks');
    await add('enforce-retention');
    await vi.waitFor(() => expect(done).toEqual(['enforce-retention']), soon);
  });
});

describe('a job', () => {
  it('runs again on the next start if its worker died', async () => {
    await add('enforce-retention');
    await age(`, locked_by = 'a dead worker'`);
    const { done } = await worker();
    await vi.waitFor(() => expect(done).toEqual(['enforce-retention']), soon);
    await vi.waitFor(async () => expect(await test.sql('select 1 from graphile_worker.jobs')).toEqual([]), soon);
  });

  it('stays with its worker as long as that is alive, however long it takes', async () => {
    const slow = await worker(new Promise((resolve) => (finish = resolve)));
    await add('enforce-retention');
    await vi.waitFor(() => expect(slow.done).toEqual(['enforce-retention']), soon);
    // The worker takes its lock shortly after its first job at the latest.
    const locks = `select 1 from pg_locks where locktype = 'advisory' and classid = 7482904
                      and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => expect(await test.sql(locks)).toHaveLength(1), soon);
    expect(await age()).toHaveLength(1);
    const other = await worker();
    await add('sweep-pictures');
    await vi.waitFor(() => expect([...slow.done, ...other.done]).toContain('sweep-pictures'), soon);
    expect([...slow.done, ...other.done].filter((name) => name === 'enforce-retention')).toHaveLength(1);
    finish();
    await vi.waitFor(async () => expect(await test.sql('select 1 from graphile_worker.jobs')).toEqual([]), soon);
  });

  it('runs again soon if its worker never learned of it, while running jobs stay locked', async () => {
    const [orphaned] = (await add('enforce-retention')) as [{ id: string }];
    const [running] = (await add('sweep-pictures')) as [{ id: string }];
    await age(`, locked_by = 'a worker'`);
    const { database } = test.context;
    const lock = holdWorkerLock(database, pino({ level: 'silent' }), 'a worker', new Set([running.id]));
    const locked = `select id from graphile_worker.jobs where locked_at is not null`;
    await vi.waitFor(async () => expect(await test.sql(locked)).toEqual([{ id: running.id }]), soon);
    await lock.close();
    const remaining = await test.sql('select id from graphile_worker.jobs order by id');
    expect(remaining).toEqual([{ id: orphaned.id }, { id: running.id }]);
  });
});

/** A runner that the test ends. */
function makeRunner() {
  let end: (error?: Error) => void = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { promise, end, stop: async () => end() };
}

it('a job runner that ends is replaced, and a failed start is retried', async () => {
  const runners = [makeRunner(), makeRunner()];
  const logged: string[] = [];
  let started = 0;
  let again: () => void = () => undefined;
  const third = new Promise<void>((resolve) => (again = resolve));
  const close = await keepRunning(
    async () => {
      started += 1;
      if (started === 2) throw new Error('the database is unavailable');
      const runner = runners.shift();
      if (!runner) throw new Error('one too many');
      if (started === 3) again();
      else runner.end(new Error('ten failures in a row'));
      return runner;
    },
    { error: (facts: { err: Error }) => void logged.push(facts.err.message) } as never,
  );
  await third;
  await close();
  expect(logged).toEqual(['ten failures in a row', 'the database is unavailable']);
  expect(started).toBe(3);
});
