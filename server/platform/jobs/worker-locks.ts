import pg from 'pg';

import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { releaseJobsOfDeadWorkers, releaseOrphanedJobs } from './queries.ts';

// Arbitrary, the same in every process.
const lockNumber = 7_482_904;
const intervalMs = 30_000;
// A worker takes its first jobs a moment before it holds its lock.
const graceSeconds = 10;

/**
 * Unlocks the jobs of workers that died; the queue alone would keep them locked for four hours. A living worker holds
 * an advisory lock on a database session that ends with its process. A worker that is only paused keeps its jobs.
 */
export async function releaseDeadJobs(database: Database): Promise<void> {
  await database.transaction((tx) => tx.run(releaseJobsOfDeadWorkers, { lockNumber, graceSeconds }));
}

/**
 * Holds the lock that says that a worker is alive, until closed, and regularly unlocks the jobs of dead workers. Also
 * unlocks jobs of this worker that are not in `runningJobs`: when a connection breaks, the worker may not learn that it
 * took a job, or the queue that the job is done.
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
