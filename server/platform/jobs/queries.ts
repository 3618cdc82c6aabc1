import { statement } from '../database/database.ts';

/** Unlocks jobs whose worker no longer holds its lock, once they have been taken for more than `graceSeconds`. */
export const releaseJobsOfDeadWorkers = statement(
  'platform.release-jobs-of-dead-workers',
  `select graphile_worker.force_unlock_workers(array(
     select locked_by
       from (select distinct locked_by from graphile_worker.jobs
              where locked_by is not null and locked_at < now() - make_interval(secs => $graceSeconds)) as workers
      where pg_try_advisory_xact_lock($lockNumber, hashtext(locked_by))))`,
);

/** Unlocks jobs of a worker that it is not running, once they have been taken for more than `graceSeconds`. */
export const releaseOrphanedJobs = statement(
  'platform.release-orphaned-jobs',
  `update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by = $workerId and id::text <> all ($runningJobs::text[])
      and locked_at < now() - make_interval(secs => $graceSeconds)`,
);

/** If the job fails, the queue retries it soon and never gives up. A job whose key another has taken is left alone. */
export const holdJob = statement(
  'platform.hold-job',
  `update graphile_worker._private_jobs set attempts = least(attempts, $attempts)
    where id = $jobId::bigint and (attempts < max_attempts or attempts = $ran?)`,
);

export const resumeJobs = statement(
  'platform.resume-jobs',
  `update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and attempts > 0 and run_at > now() and starts_with(last_error, $error)
      and task_id = (select id from graphile_worker._private_tasks where identifier = $name)`,
);
