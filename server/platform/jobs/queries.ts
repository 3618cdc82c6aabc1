import { statement } from '../database/database.ts';

/** Workers that no longer hold their lock, although they took a job more than `graceSeconds` ago. */
const deadWorkers = `select locked_by
       from (select distinct locked_by from graphile_worker.jobs
              where locked_by is not null and locked_at < now() - make_interval(secs => $graceSeconds)) as workers
      where pg_try_advisory_xact_lock($lockNumber, hashtext(locked_by))`;

/**
 * The queue would never run a job again whose worker died in its last try. `most`: a job may also be why they die. One
 * that a newer job has replaced has no key any more, and cannot be told from one that never had a key.
 */
export const addTryAfterDeath = statement(
  'platform.add-try-after-death',
  `update graphile_worker._private_jobs set max_attempts = max_attempts + 1
    where key is not null and attempts >= max_attempts and max_attempts < $most and locked_by in (${deadWorkers})`,
);

export const releaseJobsOfDeadWorkers = statement(
  'platform.release-jobs-of-dead-workers',
  `select graphile_worker.force_unlock_workers(array(${deadWorkers}))`,
);

/** Unlocks jobs of a worker that it is not running, once they have been taken for more than `graceSeconds`. */
export const releaseOrphanedJobs = statement(
  'platform.release-orphaned-jobs',
  `update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by = $workerId and id::text <> all ($runningJobs::text[])
      and locked_at < now() - make_interval(secs => $graceSeconds)`,
);

/** If the job fails, the queue retries it soon and never gives up. Not if another job or worker has taken its place. */
export const holdJob = statement(
  'platform.hold-job',
  `update graphile_worker._private_jobs set attempts = least(attempts, $attempts)
    where id = $jobId::bigint and locked_by is not distinct from coalesce($workerId?, locked_by)
      and (attempts < max_attempts or attempts = $ran?)`,
);

export const resumeJobs = statement(
  'platform.resume-jobs',
  `update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and attempts > 0 and run_at > now() and starts_with(last_error, $error)
      and task_id = (select id from graphile_worker._private_tasks where identifier = $name)`,
);

/** A retried job has waited since it was added: its time moves with each try. A job that runs does not wait. */
export const countJobs = statement(
  'platform.count-jobs',
  `select task_identifier as task, (count(*) filter (where attempts < max_attempts))::int as waiting,
          extract(epoch from now() - min(case when attempts > 0 then created_at else run_at end)
                                        filter (where attempts < max_attempts))::float8 as seconds,
          (count(*) filter (where attempts >= max_attempts))::int as given_up
     from graphile_worker.jobs
    where locked_at is null and (attempts > 0 or run_at <= now())
    group by 1`,
);

/** A job that a newer one with its key has replaced has as many attempts as it may have. */
const isHeld = `locked_by = $workerId and (attempts = $attempts or attempts = max_attempts)`;

/** Returns the job of a run as long as it is that run's: another worker that takes it waits for the transaction. */
export const lockRunningJob = statement(
  'platform.lock-running-job',
  `select id from graphile_worker._private_jobs where id = $jobId::bigint and ${isHeld} for share`,
);

/** Whether another run has the job now. */
export const isTakenOver = statement(
  'platform.is-taken-over',
  `select id from graphile_worker._private_jobs where id = $jobId::bigint and locked_by is not null and not (${isHeld})`,
);
