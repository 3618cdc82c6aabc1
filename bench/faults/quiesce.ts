import { setTimeout as wait } from 'node:timers/promises';

import { type Scene, accuse } from './scene.ts';
import type { Stage } from './stage.ts';
import type { Purchase } from './story.ts';

/** Orders settle within a quarter of an hour of the clock that is moved here. */
const minutesMax = 15;
const patienceMs = 30_000;
/** How long a moved minute really is at most: jobs take milliseconds. Those that were lost are found within half a real one. */
const minuteMs = 3_000;
const buyersMs = 800;

/** What an order ends as, by what the buyer did at the provider. */
export const statusAfter: Record<Purchase['ending'], string> = {
  paid: 'completed',
  'failed-then-paid': 'completed',
  refunded: 'completed',
  'paid-then-refunded': 'completed',
  'paid-then-charged-back': 'completed',
  'refunded-then-charged-back': 'completed',
  failed: 'failed',
  canceled: 'failed',
  expired: 'failed',
  open: 'pending',
};

/** Lets everything come to rest: nothing breaks any more, sockets are back, jobs have run, orders are settled. */
export async function quiesce(scene: Scene): Promise<void> {
  const { stage, story } = scene;
  stage.databaseProxy.disarm();
  stage.providerProxy.misbehave();
  const views = await until(() => story.people.every(({ view }) => view.state === 'live'));
  if (!views)
    for (const { id, view } of story.people.filter((person) => person.view.state !== 'live'))
      accuse(scene, 'stuck', `the socket of ${id} did not come back: ${view.describe()}`);
  const open = new Set(story.purchases);
  for (const purchase of open)
    purchase.settled.then(
      () => open.delete(purchase),
      () => open.delete(purchase),
    );
  for (let minute = 0; minute <= minutesMax; minute += 1) {
    const idle = await runJobs(stage);
    if (idle && open.size === 0 && (await unsettled(stage, story.purchases)).length === 0) return;
    await moveClock(stage, story.purchases);
    // Buyers do not know of the clock that moves: what they still have to do takes them a second.
    await until(() => open.size === 0, buyersMs);
    await until(() => stage.providerProxy.held() === 0);
  }
  for (const line of await unsettled(stage, story.purchases)) accuse(scene, 'stuck', line);
  for (const job of await waitingJobs(stage)) accuse(scene, 'stuck', `a job is left: ${job}`);
}

async function unsettled(stage: Stage, purchases: readonly Purchase[]): Promise<string[]> {
  const ids = purchases.map((purchase) => purchase.paymentId).filter((id) => id !== undefined);
  const rows = await stage.sql<{ payment_id: string; status: string; reversed: number }>(
    'select payment_id, status, refunded + charged_back as reversed from payments where payment_id = any($1)',
    [ids],
  );
  const found = new Map(rows.map((row) => [row.payment_id, row]));
  return purchases.flatMap(({ paymentId, ending, amount, reversed }) => {
    if (paymentId === undefined) return [];
    const row = found.get(paymentId);
    const settled = row?.status === statusAfter[ending] && row.reversed === Math.min(amount, reversed);
    return settled
      ? []
      : [`payment ${paymentId} is ${row?.status}, ${row?.reversed} went back after ${ending} at the provider`];
  });
}

/**
 * Moves the clock by a minute, as far as open orders can tell: the reconciler goes by their age. For those of this round
 * that are completed, which it asks about every hour and more seldom, by ten hours.
 */
async function moveClock(stage: Stage, purchases: readonly Purchase[]): Promise<void> {
  await stage.sql(
    `update payments
        set created_at = created_at - interval '1 minute', checked_at = checked_at - interval '1 minute',
            due_at = due_at - case when status = 'completed' then interval '10 hours' else interval '1 minute' end
      where status in ('loading', 'pending', 'failed') or status = 'completed' and payment_id = any($1)`,
    [purchases.map((purchase) => purchase.paymentId).filter((id) => id !== undefined)],
  );
}

/** Has the reconciler run, and every other job that waits; retries of failed ones are due at once. */
async function runJobs(stage: Stage): Promise<boolean> {
  await stage.sql(`select graphile_worker.add_job('reconcile-payments', '{}'::json)`);
  return until(async () => {
    await stage.sql(
      `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null and attempts > 0`,
    );
    return (await waitingJobs(stage)).length === 0;
  }, minuteMs);
}

async function waitingJobs(stage: Stage): Promise<string[]> {
  const rows = await stage.sql<{ job: string }>(
    `select task_identifier || ' (' || attempts || ' attempts' || coalesce(', locked by ' || locked_by, '')
            || coalesce(', ' || last_error, '') || ')' as job
       from graphile_worker.jobs where run_at <= now() or attempts > 0`,
  );
  return rows.map((row) => row.job);
}

/** Looks again and again; false when patience ends. */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds = patienceMs): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) return false;
    await wait(20);
  }
  return true;
}
