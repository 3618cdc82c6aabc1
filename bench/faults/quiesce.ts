import { setTimeout as wait } from 'node:timers/promises';

import { limitMs } from './client.ts';
import type { Environment } from './environment.ts';
import type { Purchase, RoundContext } from './model.ts';
import { paymentOutcomes } from './payment-outcomes.data.ts';
import { providerNames } from './providers.ts';

/** Orders must settle within 15 simulated minutes. */
const minutesMax = 15;
const timeoutMs = 30_000;
/** Real time for a simulated minute. Jobs take milliseconds; a killed worker's jobs are freed within half a minute. */
const simulatedMinuteMs = 3_000;
const errandsMs = 800;

export async function quiesce(context: RoundContext): Promise<void> {
  const { environment, model } = context;
  environment.databaseProxy.disarm();
  for (const name of providerNames) environment.providers[name].faults.misbehave();
  const views = await until(() => model.members.every(({ view }) => view.state === 'live'));
  if (!views)
    for (const { id, view } of model.members.filter((member) => member.view.state !== 'live'))
      model.report('stuck', `the socket of ${id} did not come back: ${view.describe()}`);
  const { errands } = model;
  for (let minute = 0; minute <= minutesMax; minute += 1) {
    const idle = await runJobs(environment);
    if (idle && errands.size === 0 && (await listUnsettled(environment, model.purchases)).length === 0) return;
    await moveClock(environment, model.purchases);
    // Buyers act in real time; give them a moment to finish.
    await until(() => errands.size === 0, limitMs(errandsMs));
    await until(() => providerNames.every((name) => environment.providers[name].faults.held() === 0));
  }
  if (errands.size > 0) model.report('stuck', `${errands.size} buyers cannot go on`);
  for (const line of await listUnsettled(environment, model.purchases)) model.report('stuck', line);
  for (const job of await waitingJobs(environment)) model.report('stuck', `a job is left: ${job}`);
}

async function listUnsettled(environment: Environment, purchases: readonly Purchase[]): Promise<string[]> {
  const ids = purchases.map((purchase) => purchase.paymentId).filter((id) => id !== undefined);
  const rows = await environment.sql<{
    payment_id: string;
    status: string;
    reversed: number;
    refund: string | null;
    offer_used: boolean;
  }>(
    `select p.payment_id, p.status, p.refunded + p.charged_back as reversed, p.offer_used, w.state as refund
       from payments p left join withdrawals w using (member_id, payment_id)
      where p.payment_id = any($1)`,
    [ids],
  );
  const found = new Map(rows.map((row) => [row.payment_id, row]));
  return purchases.flatMap((purchase) => {
    const { paymentId, paymentOutcome, amount, reversed, withdrawal } = purchase;
    if (paymentId === undefined) return [];
    const row = found.get(paymentId);
    purchase.offerUsed = row?.offer_used ?? false;
    const back = purchase.offerUsed ? amount : Math.min(amount, reversed);
    const settled = row?.status === paymentOutcomes[paymentOutcome].status && row.reversed === back;
    if (settled && row.refund === (withdrawal || purchase.offerUsed ? 'refunded' : null)) return [];
    return [
      `payment ${paymentId} is ${row?.status}, ${row?.reversed} of ${reversed} went back after ${paymentOutcome} at the provider, its withdrawal is ${row?.refund}`,
    ];
  });
}

/**
 * Ages open orders by a minute, and completed ones by ten hours, because the reconciler asks about them hourly. Locked
 * orders are skipped: this cannot deadlock with the app.
 */
export async function moveClock(
  environment: Pick<Environment, 'sql'>,
  purchases: readonly Pick<Purchase, 'paymentId'>[],
): Promise<void> {
  const rows = await environment.sql<{ id: string }>(
    `select payment_id as id from payments
      where status in ('loading', 'pending', 'failed') or status = 'completed' and payment_id = any($1)`,
    [purchases.map((purchase) => purchase.paymentId).filter((id) => id !== undefined)],
  );
  const left = new Set(rows.map(({ id }) => id));
  await until(async () => {
    const aged = await environment.sql<{ id: string }>(
      `with free as materialized (select payment_id from payments where payment_id = any($1) for update skip locked)
       update payments
          set created_at = created_at - interval '1 minute', checked_at = checked_at - interval '1 minute',
              due_at = due_at - case when status = 'completed' then interval '10 hours' else interval '1 minute' end
         from free where payments.payment_id = free.payment_id
       returning payments.payment_id as id`,
      [[...left]],
    );
    for (const { id } of aged) left.delete(id);
    return left.size === 0;
  }, limitMs(simulatedMinuteMs));
}

async function runJobs(environment: Environment): Promise<boolean> {
  await environment.sql(`select graphile_worker.add_job('reconcile-payments', '{}'::json, job_key => 'faults')`);
  return until(async () => {
    // Waiting for jobs that the app has locked could deadlock; the next poll gets them.
    await environment.sql(
      `with free as materialized (
         select id from graphile_worker._private_jobs
          where run_at > now() and locked_at is null and attempts > 0 for update skip locked)
       update graphile_worker._private_jobs as jobs set run_at = now() from free where jobs.id = free.id`,
    );
    return (await waitingJobs(environment)).length === 0;
  }, limitMs(simulatedMinuteMs));
}

/** Excludes jobs that lost their key to a newer one while they ran, because they never run again. */
async function waitingJobs(environment: Environment): Promise<string[]> {
  const rows = await environment.sql<{ job: string }>(
    `select task_identifier || ' (' || attempts || ' attempts' || coalesce(', locked by ' || locked_by, '')
            || coalesce(', ' || last_error, '') || ')' as job
       from graphile_worker.jobs
      where (run_at <= now() or attempts > 0)
        and not (key is null and locked_at is null and attempts >= max_attempts
                 and (last_error is null or task_identifier = 'update-stored-card'))`,
  );
  return rows.map((row) => row.job);
}

/** Returns the first value that is not undefined. Throws if none is found within three minutes. */
export async function untilFound<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  await until(async () => (found = await find()) !== undefined, limitMs(180_000));
  if (found === undefined) throw new Error(`${what} was never found`);
  return found;
}

/** Returns false if the condition does not hold in time. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  milliseconds = limitMs(timeoutMs),
): Promise<boolean> {
  const end = Date.now() + milliseconds;
  // Poll less and less often, since the awaited work also needs the processors.
  for (let pause = 20; !(await holds()); pause = Math.min(300, pause * 1.2)) {
    if (Date.now() > end) return false;
    await wait(pause);
  }
  return true;
}
