import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { Logger, type Runner, type TaskList, type WorkerEvents, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';

import type { Database, Reader, Transaction } from '../database/database.ts';
import type { Log } from '../monitoring/log.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import {
  addTryAfterDeath,
  holdJob,
  isTakenOver,
  lockRunningJob,
  releaseJobsOfDeadWorkers,
  releaseOrphanedJobs,
  resumeJobs,
} from './queries.ts';

export type JobHandlers<All> = { [Name in keyof All]: (payload: All[Name], run: JobRun) => Promise<void> };

/** The running job; a retry gets the same one. */
export interface JobRun {
  /** The queue types its ids as strings; the parser of our database returns numbers. */
  job: {
    id: string | number;
    created_at: Date;
    attempts?: number;
    max_attempts?: number;
    /** The worker that runs it. */
    locked_by?: string | null;
  };
}

/** Names a job for effects outside of the database: the same for each of its runs, and for no other job. */
export function getJobKey({ job }: JobRun): string {
  return `${job.id} ${job.created_at.toISOString()}`;
}

/** True if a job is not retried when it fails now. */
export function isLastTry(jobRun: JobRun | undefined): boolean {
  const { attempts, max_attempts: most = Infinity } = jobRun?.job ?? {};
  return attempts !== undefined && attempts >= most;
}

/**
 * Returns the database for one run of a job. A worker that was stopped for minutes may lose its jobs to another without
 * noticing, and goes on when it wakes. Its transactions then fail instead of changing what the other has changed.
 */
export function guardRun(database: Database, { job }: JobRun): Database {
  const { id, locked_by: workerId, attempts = 0 } = job;
  if (!workerId) return database;
  const held = { jobId: Number(id), workerId, attempts };
  const guarded: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        if (!(await tx.first(lockRunningJob, held))) throw new JobLost();
        return work(tx);
      }),
    // Callers compare the reader with the database itself.
    reader: (viewerId) => {
      const reader = database.reader(viewerId);
      return reader === database ? guarded : reader;
    },
  };
  return guarded;
}

/** Throws if another worker has taken the job: an effect outside of the database would be its second one. */
export async function refuseLostJob(database: Reader, { job }: JobRun): Promise<void> {
  const { id, locked_by: workerId, attempts = 0 } = job;
  if (workerId && (await database.first(isTakenOver, { jobId: Number(id), workerId, attempts }))) throw new JobLost();
}

export class JobLost extends Error {
  override readonly message = 'the job belongs to another worker by now';
}

export interface Jobs<All> {
  /** Adds a job, which exists if and only if the transaction commits. */
  add<Name extends keyof All & string>(
    tx: Transaction,
    name: Name,
    payload: All[Name],
    options?: JobOptions,
  ): Promise<void>;
  addAll<Name extends keyof All & string>(
    tx: Transaction,
    name: Name,
    jobs: readonly { payload: All[Name]; key: string }[],
    options: Omit<JobOptions, 'key' | 'once'>,
  ): Promise<void>;
  /** For a job that fails because a service is down: it is retried within a minute, however often it failed. */
  hold(run: JobRun): Promise<void>;
  /** The service is back: jobs whose last error begins with `error` run now, the most important first. */
  resume(name: keyof All & string, error: string): Promise<void>;
  /** Runs jobs, and those of `crontab` at their times. */
  start(handlers: JobHandlers<All>, crontab?: string): Promise<void>;
  close(): Promise<void>;
}

export interface JobOptions {
  runAt?: Date;
  /** The priority: due jobs with a lower number run first; 0 by default. */
  priority?: number;
  /** A job with the same key that has not started yet is replaced. */
  key?: string;
  /** Keeps a waiting job with the same key, even one that waits for a retry, and adds nothing. */
  once?: boolean;
}

const maxAttempts = 12;
// The queue waits e^attempts seconds: at most 55 s.
const attemptsHeld = 4;

export function createJobs<All>(database: Database, log: Log, metrics: Metrics): Jobs<All> {
  let close: (() => Promise<void>) | undefined;
  // Jobs that another worker holds are retried on their own.
  let hasHeld = false;
  return {
    add: async (tx, name, payload, { runAt, key, priority, once = false } = {}) => {
      await tx.raw(
        // With a key, `addTryAfterDeath` can tell it from a job that was replaced.
        `select graphile_worker.add_job($1, $2::json, run_at => $3, job_key => coalesce($4, gen_random_uuid()::text),
                                        max_attempts => $6, priority => $5)
          where not ($7 and exists (select from graphile_worker._private_jobs where key = $4 and is_available))`,
        [name, JSON.stringify(payload), runAt ?? null, key ?? null, priority ?? null, maxAttempts, once],
      );
    },
    addAll: async (tx, name, added, { runAt, priority }) => {
      if (added.length === 0) return;
      const specs = added.map(({ payload, key }) => {
        return { identifier: name, payload, job_key: key, run_at: runAt, max_attempts: maxAttempts, priority };
      });
      await tx.raw(
        `select graphile_worker.add_jobs(array(
       select json_populate_record(null::graphile_worker.job_spec, spec) from json_array_elements($1::json) as list (spec)))`,
        [JSON.stringify(specs)],
      );
    },
    hold: async ({ job }) => {
      const held = {
        jobId: Number(job.id),
        attempts: attemptsHeld,
        ran: job.attempts ?? null,
        workerId: job.locked_by ?? null,
      };
      await database.transaction((tx) => tx.run(holdJob, held));
      hasHeld = true;
    },
    resume: async (name, error) => {
      if (!hasHeld) return;
      hasHeld = false;
      await database.transaction((tx) => tx.run(resumeJobs, { name, error }));
      log.info({ event: 'jobs.resumed', job: name }, 'a service is back: jobs that waited for it run now');
    },
    start: async (handlers, crontab) => {
      await releaseDeadJobs(database);
      close = await keepRunning(
        () => startRunner(handlers as unknown as TaskList, { database, log, metrics, crontab }),
        log,
      );
    },
    close: async () => {
      await close?.();
    },
  };
}

interface RunnerParts {
  database: Database;
  log: Log;
  metrics: Metrics;
  crontab: string | undefined;
}

async function startRunner(
  taskList: TaskList,
  { database, log, metrics, crontab }: RunnerParts,
): Promise<Pick<Runner, 'promise' | 'stop'>> {
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ job: true }, message);
  });
  let lock: { close(): Promise<void> } | undefined;
  const runningJobs = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.once('pool:create', ({ workerPool }) => {
    lock = holdWorkerLock(database, log, workerPool.id, runningJobs);
  });
  events.on('job:start', ({ job }) => runningJobs.add(job.id));
  events.on('job:complete', ({ job, error }) => {
    runningJobs.delete(job.id);
    metrics.count('jobs_total', { task: job.task_identifier, outcome: error ? 'failed' : 'ok' });
  });
  let runner: Runner | undefined;
  let hasAskedForJobs = false;
  events.on('worker:getJob:empty', () => void (hasAskedForJobs = true));
  events.on('job:start', () => void (hasAskedForJobs = true));
  // The queue looks up the ids of its task names once and caches a failure of that query: such a runner would never
  // take a job. It is stopped, and the next one looks them up again.
  events.on('worker:getJob:error', ({ error }) => {
    if (hasAskedForJobs || !runner) return;
    log.warn({ err: error }, 'the job runner could not start');
    runner.stop().catch(() => undefined);
  });
  runner = await run({
    events,
    pgPool: database.pool,
    taskList,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger,
    ...(crontab === undefined ? {} : { crontab }),
  });
  const { promise } = runner;
  const stop = async (): Promise<void> => {
    // The runner may have stopped of its own accord.
    await runner.stop().catch(() => undefined);
    await lock?.close();
  };
  return { promise, stop };
}

export async function migrateJobs(database: Database): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: database.pool, logger: new Logger(() => () => undefined) });
  await utils.migrate();
  await utils.release();
}

const restartDelayMs = 1_000;

/**
 * Keeps a runner running. The library's runner gives up when the database has been away for twenty seconds; then
 * another one starts. Returns a function that stops it for good. Rejects if the first one does not start.
 */
export async function keepRunning(
  start: () => Promise<Pick<Runner, 'promise' | 'stop'>>,
  log: Pick<Log, 'error'>,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let runner = await start();
  const logError = (error: unknown): void => log.error({ err: error }, 'the job runner ended');

  const supervise = async (): Promise<void> => {
    for (;;) {
      await runner.promise.catch(logError);
      await runner.stop();
      do await wait(restartDelayMs, undefined, { signal: stopping.signal });
      while (!(await restart()));
    }
  };
  const restart = async (): Promise<boolean> => {
    try {
      runner = await start();
      // Stopped while it was starting.
      if (stopping.signal.aborted) await runner.stop();
      return true;
    } catch (error) {
      logError(error);
      return false;
    }
  };
  process.on('unhandledRejection', onUnhandledRejection);
  function onUnhandledRejection(error: unknown): void {
    // The queue does not await its own statement that marks a job as done or failed. If the database fails at that
    // moment, nothing catches the error and Node would exit. `holdWorkerLock` releases the job.
    if (!(error instanceof Error) || !error.stack?.includes('graphile-worker')) throw error;
    log.error({ err: error }, 'the end of a job could not be stored');
  }
  // Rejects when the delay before the next runner is aborted.
  const supervised = supervise().catch(() => undefined);
  return async () => {
    stopping.abort();
    await runner.stop();
    await supervised;
    process.off('unhandledRejection', onUnhandledRejection);
  };
}

// Arbitrary, the same in every process.
const lockNumber = 7_482_904;
const intervalMs = 30_000;
// A worker takes its first jobs a moment before it holds its lock.
const graceSeconds = 10;

/**
 * Releases the jobs of workers that died. The queue alone would keep them locked for four hours. Even a paused worker
 * holds its advisory lock.
 */
async function releaseDeadJobs(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(addTryAfterDeath, { lockNumber, graceSeconds, most: 2 * maxAttempts });
    await tx.run(releaseJobsOfDeadWorkers, { lockNumber, graceSeconds });
  });
}

/**
 * Holds the lock of a living worker until closed, and regularly unlocks the jobs of dead ones. Also unlocks own jobs
 * that are not in `runningJobs`: after a broken connection, a job may be taken or done unnoticed.
 */
export function holdWorkerLock(
  database: Database,
  log: Log,
  workerId: string,
  runningJobs: ReadonlySet<string> = new Set(),
): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let closed = false;

  const acquire = async (): Promise<void> => {
    const fresh = new pg.Client({ ...database.pool.options, keepAlive: true });
    const forget = (): void => {
      if (client === fresh) client = undefined;
    };
    fresh.on('error', forget);
    fresh.on('end', forget);
    await fresh.connect();
    const { rows } = await fresh.query<{ mine: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as mine', [
      lockNumber,
      workerId,
    ]);
    // An earlier session that broke unnoticed may still hold the lock, which serves as well for as long as it lasts.
    if (closed || !rows[0]?.mine) await fresh.end();
    else client = fresh;
  };
  const tick = async (): Promise<void> => {
    try {
      if (!client) await acquire();
      if (!client) return;
      await releaseDeadJobs(database);
      const orphaned = { workerId, runningJobs: [...runningJobs], graceSeconds };
      await database.transaction((tx) => tx.run(releaseOrphanedJobs, orphaned));
    } catch (error) {
      if (!closed) log.warn({ err: (error as Error).message }, 'jobs of dead workers could not be released');
    }
  };

  const first = tick();
  const timer = setInterval(() => void tick(), intervalMs);
  return {
    close: async () => {
      closed = true;
      clearInterval(timer);
      await first;
      await client?.end().catch(() => undefined);
    },
  };
}
