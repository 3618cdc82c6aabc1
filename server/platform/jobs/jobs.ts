import { EventEmitter } from 'node:events';

import { Logger, type Runner, type TaskList, type WorkerEvents, makeWorkerUtils, run } from 'graphile-worker';

import type { Database, Transaction } from '../database/database.ts';
import { freeJobs, keepOwner } from './job-owners.ts';
import { keepRunning } from './keep-running.ts';
import type { Log } from '../log.ts';

/**
 * Every job and its payload: ids and codes, never a secret or a text. Rooms add theirs here, so that a job without
 * a worker does not compile.
 */
export interface JobPayloads {
  'send-mail': { kind: 'activation' | 'reset' | 'password-changed'; member_id: string; origin?: string };
  'answer-as-demo': { conversation_id: string; seq: number };
  'reconcile-payments': Record<string, never>;
  'purge-idempotency-keys': Record<string, never>;
  'purge-accounts': Record<string, never>;
  'sweep-pictures': Record<string, never>;
}

export type JobName = keyof JobPayloads;
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };

export interface Jobs {
  /** Adds a job inside a transaction: it exists when the transaction commits, and not otherwise. */
  add<Name extends JobName>(
    tx: Transaction,
    name: Name,
    payload: JobPayloads[Name],
    options?: JobOptions,
  ): Promise<void>;
  start(handlers: JobHandlers): Promise<void>;
  close(): Promise<void>;
}

export interface JobOptions {
  /** Not before this moment. */
  runAt?: Date;
  /** A second job with the same key replaces the first while that still waits. */
  key?: string;
}

const crontab = [
  '* * * * * reconcile-payments',
  '17 3 * * * purge-idempotency-keys',
  '27 3 * * * purge-accounts',
  '37 3 * * * sweep-pictures',
].join('\n');

export function createJobs(
  database: Database,
  log: Log,
  options: { concurrency?: number; crontab?: boolean } = {},
): Jobs {
  let close: (() => Promise<void>) | undefined;
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ job: true }, message);
  });
  return {
    add: async (tx, name, payload, { runAt, key } = {}) => {
      await tx.raw('select graphile_worker.add_job($1, $2::json, run_at => $3, job_key => $4, max_attempts => 12)', [
        name,
        JSON.stringify(payload),
        runAt ?? null,
        key ?? null,
      ]);
    },
    start: async (handlers) => {
      await freeJobs(database);
      close = await keepRunning(() => begin(handlers), log);
    },
    close: async () => {
      await close?.();
    },
  };

  async function begin(handlers: JobHandlers): Promise<Pick<Runner, 'promise' | 'stop'>> {
    let owner: { close(): Promise<void> } | undefined;
    const busyWith = new Set<string>();
    const events: WorkerEvents = new EventEmitter();
    events.once('pool:create', ({ workerPool }) => {
      owner = keepOwner(database, log, workerPool.id, busyWith);
    });
    events.on('job:start', ({ job }) => busyWith.add(job.id));
    events.on('job:complete', ({ job }) => busyWith.delete(job.id));
    let runner: Runner | undefined;
    let able = false;
    events.on('worker:getJob:empty', () => void (able = true));
    events.on('job:start', () => void (able = true));
    // The queue asks once which kinds of jobs it may take, and keeps the failure where the database is away just then:
    // such a runner would never take one. The next runner asks anew.
    events.on('worker:getJob:error', ({ error }) => {
      if (able || !runner) return;
      log.warn({ err: error }, 'a runner of jobs could not begin');
      runner.stop().catch(() => undefined);
    });
    runner = await run({
      events,
      pgPool: database.pool,
      taskList: handlers as unknown as TaskList,
      concurrency: options.concurrency ?? 4,
      noHandleSignals: true,
      pollInterval: 2_000,
      logger,
      ...(options.crontab === false ? {} : { crontab }),
    });
    const { promise } = runner;
    const stop = async (): Promise<void> => {
      // It may have ended by itself.
      await runner.stop().catch(() => undefined);
      await owner?.close();
    };
    return { promise, stop };
  }
}

/** Brings the schema of the job queue up to date. */
export async function migrateJobs(database: Database): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: database.pool, logger: new Logger(() => () => undefined) });
  await utils.migrate();
  await utils.release();
}
