import { setTimeout as wait } from 'node:timers/promises';

import { type RoundContext, reportViolation } from './round-context.ts';
import type { Environment } from './environment.ts';
import type { Purchase } from './model.ts';
import { limitMs } from './patience.ts';
import { providerNames } from './providers.ts';

/** Orders must settle within 15 simulated minutes. */
const minutesMax = 15;
const timeoutMs = 30_000;
/** Real time for a simulated minute. Jobs take milliseconds; a killed worker's jobs are freed within half a minute. */
const simulatedMinuteMs = 3_000;
const errandsMs = 800;

/** The final status of an order, by what the buyer did at the provider. */
export const statusAfter: Record<Purchase['paymentOutcome'], string> = {
  paid: 'completed',
  'failed-then-paid': 'completed',
  refunded: 'completed',
  'paid-then-refunded': 'completed',
  'paid-then-charged-back': 'completed',
  'refunded-then-charged-back': 'completed',
  withdrawn: 'completed',
  'withdrawn-then-charged-back': 'completed',
  failed: 'failed',
  canceled: 'failed',
  expired: 'failed',
  left: 'failed',
  'left-then-paid': 'completed',
  open: 'pending',
};

/** Stops all faults and waits until sockets have reconnected, jobs have run and orders are settled. */
export async function quiesce(context: RoundContext): Promise<void> {
  const { environment, model } = context;
  environment.databaseProxy.disarm();
  for (const name of providerNames) environment.providers[name].proxy.misbehave();
  const views = await until(() => model.members.every(({ view }) => view.state === 'live'));
  if (!views)
    for (const { id, view } of model.members.filter((member) => member.view.state !== 'live'))
      reportViolation(context, 'stuck', `the socket of ${id} did not come back: ${view.describe()}`);
  const { errands } = model;
  for (let minute = 0; minute <= minutesMax; minute += 1) {
    const idle = await runJobs(environment);
    if (idle && errands.size === 0 && (await unsettled(environment, model.purchases)).length === 0) return;
    await moveClock(environment, model.purchases);
    // Buyers act in real time; give them a moment to finish.
    await until(() => errands.size === 0, limitMs(errandsMs));
    await until(() => providerNames.every((name) => environment.providers[name].proxy.held() === 0));
  }
  if (errands.size > 0) reportViolation(context, 'stuck', `${errands.size} buyers cannot go on`);
  for (const line of await unsettled(environment, model.purchases)) reportViolation(context, 'stuck', line);
  for (const job of await waitingJobs(environment)) reportViolation(context, 'stuck', `a job is left: ${job}`);
}

async function unsettled(environment: Environment, purchases: readonly Purchase[]): Promise<string[]> {
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
    const settled = row?.status === statusAfter[paymentOutcome] && row.reversed === back;
    if (settled && row.refund === (withdrawal || purchase.offerUsed ? 'refunded' : null)) return [];
    return [
      `payment ${paymentId} is ${row?.status}, ${row?.reversed} of ${reversed} went back after ${paymentOutcome} at the provider, its withdrawal is ${row?.refund}`,
    ];
  });
}

/**
 * Simulates a minute by ageing open orders, because the reconciler goes by their age. Completed orders of this round
 * are aged by ten hours, because the reconciler asks about them hourly at most. Locked orders are aged once they are
 * free: skipping locks cannot deadlock with the app, whatever order the app locks in.
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

/** Runs the reconciler and every waiting job. Retries of failed jobs become due at once. */
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

/**
 * Excludes jobs that a newer job with the same key replaced while they ran: they have lost the key and never run again,
 * even after a failure. Only the jobs that update cards have keys.
 */
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

/** Polls a condition; returns false if it does not hold in time. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  milliseconds = limitMs(timeoutMs),
): Promise<boolean> {
  const end = Date.now() + milliseconds;
  // Poll less and less often, since the awaited work needs the processors, too.
  for (let pause = 20; !(await holds()); pause = Math.min(300, pause * 1.2)) {
    if (Date.now() > end) return false;
    await wait(pause);
  }
  return true;
}
