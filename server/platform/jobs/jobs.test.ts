import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { waitForLocks } from '../../../tests/support/chat.ts';
import { useTestApp } from '../../../tests/support/test-app.ts';
import {
  type JobHandlers,
  JobLost,
  type JobRun,
  type Jobs,
  createJobs,
  guardRun,
  holdWorkerLock,
  keepRunning,
  refuseLostJob,
} from './jobs.ts';

const soon = { timeout: 20_000, interval: 20 };
const workers: Jobs<object>[] = [];
const test = useTestApp();
let finish = (): void => undefined;

afterEach(async () => {
  finish();
  await Promise.all(workers.splice(0).map((jobs) => jobs.close()));
});

/** Starts a worker that records the jobs it runs; `enforce-retention` ends when `until` resolves. */
async function worker(
  until: Promise<void> = Promise.resolve(),
  log = pino({ level: 'silent' }),
): Promise<{ done: string[] }> {
  const jobs = createJobs<object>(test.context.database, log, test.context.metrics);
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

describe('a worker', () => {
  it('counts each run of a job by task and outcome', async () => {
    const count = vi.spyOn(test.context.metrics, 'count');
    const fault = Promise.reject(new Error('a job failed'));
    fault.catch(() => undefined);
    await worker(fault);
    await add('sweep-pictures');
    await add('enforce-retention');
    const counted = (task: string, outcome: string): void =>
      expect(count).toHaveBeenCalledWith('jobs_total', { task, outcome });
    await vi.waitFor(() => counted('sweep-pictures', 'ok'), soon);
    await vi.waitFor(() => counted('enforce-retention', 'failed'), soon);
    await test.sql('delete from graphile_worker._private_jobs where locked_at is null');
  });
});

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
  it.each(['attempts = 1', `attempts = 12, max_attempts = 12, key = 'one'`])(
    'runs again if its worker died: %s',
    async (tries) => {
      await add('enforce-retention');
      await age(`, locked_by = 'a dead worker', ${tries}`);
      const { done } = await worker();
      await vi.waitFor(() => expect(done).toEqual(['enforce-retention']), soon);
      await vi.waitFor(async () => expect(await test.sql('select 1 from graphile_worker.jobs')).toEqual([]), soon);
    },
  );

  it('has a key in any case, so it runs again if its worker died in its last try', async () => {
    const { database, log, metrics } = test.context;
    const jobs = createJobs<{ 'enforce-retention': object }>(database, log, metrics);
    for (const count of [1, 2]) {
      await database.transaction((tx) => jobs.add(tx, 'enforce-retention', {}));
      expect(await test.sql('select 1 from graphile_worker.jobs')).toHaveLength(count);
    }
    await age(`, locked_by = 'a dead worker', attempts = 12, max_attempts = 12`);
    const { done } = await worker();
    await vi.waitFor(() => expect(done).toEqual(['enforce-retention', 'enforce-retention']), soon);
    await vi.waitFor(async () => expect(await test.sql('select 1 from graphile_worker.jobs')).toEqual([]), soon);
  });

  it('does not run again in its last try if a newer one with its key has replaced it', async () => {
    const [replaced] = (await add('enforce-retention')) as [{ id: string }];
    await age(`, locked_by = 'a dead worker', attempts = 12, max_attempts = 12, key = 'one'`);
    await test.sql(`select graphile_worker.add_job('sweep-pictures', job_key => 'one')`);
    const { done } = await worker();
    await vi.waitFor(() => expect(done).toEqual(['sweep-pictures']), soon);
    await vi.waitFor(async () => expect(await test.sql('select id from graphile_worker.jobs')).toHaveLength(1), soon);
    expect(await test.sql('delete from graphile_worker._private_jobs returning id')).toEqual([{ id: replaced.id }]);
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

describe('a run whose worker has lost the job to another', () => {
  const take = async (workerId: string): Promise<JobRun> => {
    const [job] = await test.sql<JobRun['job']>(
      `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = attempts + 1 returning *`,
      [workerId],
    );
    return { job: job! };
  };
  const change = (run: JobRun) =>
    guardRun(test.context.database, run).transaction(async (tx) => tx.raw('select 1 as done'));
  beforeEach(() => test.sql('delete from graphile_worker._private_jobs'));

  it('changes nothing in the database any more, and causes nothing elsewhere', async () => {
    const { database } = test.context;
    await add('enforce-retention');
    const first = await take('the first');
    expect(await change(first)).toEqual([{ done: 1 }]);
    await refuseLostJob(database, first);
    const second = await take('the second');
    await expect(change(first)).rejects.toThrow(JobLost);
    await expect(refuseLostJob(database, first)).rejects.toThrow(JobLost);
    expect(await change(second)).toEqual([{ done: 1 }]);
    // Held by the first, it would be tried sooner than its own attempts say.
    await test.sql('update graphile_worker._private_jobs set attempts = 7');
    await createJobs<object>(database, pino({ level: 'silent' }), test.context.metrics).hold(first);
    expect(await test.sql('select attempts from graphile_worker.jobs')).toEqual([{ attempts: 7 }]);
    // The same worker has taken it again, for another run.
    const third = await take('the second');
    await expect(change(second)).rejects.toThrow(JobLost);
    await test.sql('delete from graphile_worker._private_jobs');
    await expect(change(third)).rejects.toThrow(JobLost);
    await refuseLostJob(database, third);
  });

  it('ends its transaction before another worker takes the job', async () => {
    await add('enforce-retention');
    const first = await take('the first');
    let second: Promise<JobRun> | undefined;
    await guardRun(test.context.database, first).transaction(async () => {
      second = take('the second');
      await waitForLocks(test);
    });
    expect((await second)?.job.locked_by).toBe('the second');
  });

  it('keeps the job if a newer one with its key has replaced it', async () => {
    await test.sql(`select graphile_worker.add_job('enforce-retention', job_key => 'one')`);
    const first = await take('the first');
    await test.sql(`select graphile_worker.add_job('enforce-retention', job_key => 'one')`);
    expect(await change(first)).toEqual([{ done: 1 }]);
    await refuseLostJob(test.context.database, first);
  });
});

/** Makes a runner that the test ends. */
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
