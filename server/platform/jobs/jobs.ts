import { EventEmitter } from 'node:events';

import { Logger, type Runner, type TaskList, type WorkerEvents, makeWorkerUtils, run } from 'graphile-worker';

import type { DigestKind, PushKind } from '../../../contract/notifications/notification-rules.ts';
import type { Database, Transaction } from '../database/database.ts';
import { keepRunning } from './keep-running.ts';
import { holdWorkerLock, releaseDeadJobs } from './worker-locks.ts';
import type { Log } from '../log.ts';
import { holdJob, resumeJobs } from './queries.ts';

/** An email about an account itself. */
export interface AccountMail {
  kind:
    | 'activation'
    | 'reset'
    | 'password-changed'
    | 'passkey-added'
    | 'passkey-removed'
    | 'sign-up-attempt'
    | 'sign-up-again'
    | 'leaving';
  member_id: string;
  origin?: string;
  /** Sends no reset link while an earlier one is valid. */
  unless_link_works?: true;
}

/** An email of another module, whose texts and data are loaded when it is sent. */
export interface LetterMail {
  kind: LetterName;
  /** Null for somebody without an account. */
  member_id: string | null;
  /**
   * The id of its subject, such as a payment; for a credit note or an answer, that id and its number after a slash; for
   * a change of address, the member and the change.
   */
  id: string;
  origin?: string;
}

export type LetterName =
  | 'withdrawal-received'
  | 'withdrawal-by-hand'
  | 'withdrawal-failed'
  | 'offer-used'
  | 'declaration-received'
  | 'declaration-confirm'
  | 'complaint-received'
  | 'complaint-answered'
  | 'complaint-closed'
  | 'statement-of-reasons'
  | 'measure-lifted'
  | 'debit-mandate'
  | 'transfer-instructions'
  | 'order-confirmation'
  | 'credit-note'
  | 'mail-change'
  | 'mail-change-taken'
  | 'mail-changed'
  | 'inactive'
  | 'inactive-closed'
  | 'terms-change'
  | 'notice'
  | 'export-ready'
  | DigestKind;

/** Every job and its payload: ids and codes, never a secret or a text. A job without a handler does not compile. */
export interface JobPayloads {
  'send-mail': AccountMail | LetterMail;
  /** The code of a direct debit by text message; `number` counts its codes. */
  'send-debit-code': { member_id: string; debit_id: string; number: number };
  'open-account': { member_id: string; origin: string };
  'queue-activation-mail': { member_id: string; origin: string };
  'reply-as-fictional': { conversation_id: string; seq: number };
  'refund-withdrawal': { member_id: string; withdrawal_id: string };
  'pay-back-mismatch': { mismatch_id: string };
  'cancel-orders': { member_id: string };
  'cancel-payment': { member_id: string; payment_id: string };
  'match-declaration': { request_id: string; origin: string };
  'update-stored-card': { member_id: string; card_id: string };
  'write-receipts': { member_id: string; payment_id: string };
  'send-postback': { member_id: string; act: 'sign-up' | 'first-purchase' };
  'reconcile-payments': Record<string, never>;
  'return-messages-to-gone': Record<string, never>;
  'return-unopened': Record<string, never>;
  'warn-of-withdrawals': Record<string, never>;
  'warn-of-complaints': Record<string, never>;
  'end-measures': Record<string, never>;
  'purge-debits': Record<string, never>;
  'send-notices': Record<string, never>;
  /** `again` is the number of further runs within the minute. */
  'send-pushes': { again?: number };
  /** A push of one kind to one browser of a member; `tries` counts the earlier attempts. */
  'send-push': { member_id: string; subscription_id: string; kind: PushKind; tries: number };
  'read-mail-drop': Record<string, never>;
  'plan-digests': Record<string, never>;
  'plan-terms-letters': Record<string, never>;
  'enforce-retention': Record<string, never>;
  'erase-accounts': Record<string, never>;
  'forget-customers': Record<string, never>;
  'make-export': { member_id: string; export_id: string; origin?: string };
  'purge-exports': Record<string, never>;
  'sweep-pictures': Record<string, never>;
}

export type JobName = keyof JobPayloads;
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name], run: JobRun) => Promise<void> };

/** The running job; a retry gets the same one. */
export interface JobRun {
  /** The queue types its ids as strings; the parser of our database returns numbers. */
  job: { id: string | number; created_at: Date; attempts?: number; max_attempts?: number };
}

/** True if a job is not retried when it fails now. */
export function isLastTry(run: JobRun | undefined): boolean {
  const { attempts, max_attempts: most = Infinity } = run?.job ?? {};
  return attempts !== undefined && attempts >= most;
}

export interface Jobs {
  /** Adds a job as part of a transaction: it exists if and only if the transaction commits. */
  add<Name extends JobName>(
    tx: Transaction,
    name: Name,
    payload: JobPayloads[Name],
    options?: JobOptions,
  ): Promise<void>;
  /** Adds many jobs in one round trip. */
  addAll<Name extends JobName>(
    tx: Transaction,
    name: Name,
    jobs: readonly { payload: JobPayloads[Name]; key: string }[],
    options: Omit<JobOptions, 'key' | 'once'>,
  ): Promise<void>;
  /** For a job that fails because a service is down: it is retried within a minute, however often it failed. */
  hold(run: JobRun): Promise<void>;
  /** The service is back: jobs whose last error begins with `error` run now, the most important first. */
  resume(name: JobName, error: string): Promise<void>;
  start(handlers: JobHandlers): Promise<void>;
  close(): Promise<void>;
}

export interface JobOptions {
  runAt?: Date;
  /** Due jobs with a lower number run first; 0 by default. */
  priority?: number;
  /** A job with the same key that has not started yet is replaced. */
  key?: string;
  /** Keeps a waiting job with the same key, even one that waits for a retry, and adds nothing. */
  once?: boolean;
}

const maxAttempts = 12;
// The queue waits e^attempts seconds: at most 55 s.
const attemptsHeld = 4;

const crontab = [
  '* * * * * reconcile-payments',
  '* * * * * return-messages-to-gone',
  '* * * * * send-notices',
  '* * * * * end-measures',
  '* * * * * send-pushes {"again":3}',
  '* * * * * read-mail-drop',
  '23 * * * * plan-digests',
  '33 * * * * plan-terms-letters',
  '7 * * * * return-unopened',
  '*/10 * * * * purge-debits',
  '27 3 * * * enforce-retention',
  '13 * * * * erase-accounts',
  '43 * * * * forget-customers',
  '23 * * * * purge-exports',
  '37 3 * * * sweep-pictures',
  '7 6 * * * warn-of-withdrawals',
  '11 6 * * * warn-of-complaints',
].join('\n');

export function createJobs(
  database: Database,
  log: Log,
  options: { concurrency?: number; crontab?: boolean } = {},
): Jobs {
  let close: (() => Promise<void>) | undefined;
  // Jobs that another worker holds are retried on their own.
  let hasHeld = false;
  return {
    add: async (tx, name, payload, { runAt, key, priority, once = false } = {}) => {
      await tx.raw(
        `select graphile_worker.add_job($1, $2::json, run_at => $3, job_key => $4, max_attempts => $6, priority => $5)
          where not ($7 and exists (select from graphile_worker._private_jobs where key = $4 and is_available))`,
        [name, JSON.stringify(payload), runAt ?? null, key ?? null, priority ?? null, maxAttempts, once],
      );
    },
    addAll,
    hold: async ({ job }) => {
      const held = { jobId: Number(job.id), attempts: attemptsHeld, ran: job.attempts ?? null };
      await database.transaction((tx) => tx.run(holdJob, held));
      hasHeld = true;
    },
    resume: async (name, error) => {
      if (!hasHeld) return;
      hasHeld = false;
      await database.transaction((tx) => tx.run(resumeJobs, { name, error }));
    },
    start: async (handlers) => {
      await releaseDeadJobs(database);
      close = await keepRunning(() => startRunner(handlers, { database, log, options }), log);
    },
    close: async () => {
      await close?.();
    },
  };
}

interface RunnerParts {
  database: Database;
  log: Log;
  options: { concurrency?: number; crontab?: boolean };
}

async function startRunner(
  handlers: JobHandlers,
  { database, log, options }: RunnerParts,
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
  events.on('job:complete', ({ job }) => runningJobs.delete(job.id));
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
    taskList: handlers as unknown as TaskList,
    concurrency: options.concurrency ?? 4,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger,
    ...(options.crontab === false ? {} : { crontab }),
  });
  const { promise } = runner;
  const stop = async (): Promise<void> => {
    // The runner may have stopped by itself.
    await runner.stop().catch(() => undefined);
    await lock?.close();
  };
  return { promise, stop };
}

const addAll: Jobs['addAll'] = async (tx, name, added, { runAt, priority }) => {
  if (added.length === 0) return;
  const specs = added.map(({ payload, key }) => {
    return { identifier: name, payload, job_key: key, run_at: runAt, max_attempts: maxAttempts, priority };
  });
  await tx.raw(
    `select graphile_worker.add_jobs(array(
       select json_populate_record(null::graphile_worker.job_spec, spec) from json_array_elements($1::json) as list (spec)))`,
    [JSON.stringify(specs)],
  );
};

/** Brings the schema of the job queue up to date. */
export async function migrateJobs(database: Database): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: database.pool, logger: new Logger(() => () => undefined) });
  await utils.migrate();
  await utils.release();
}
