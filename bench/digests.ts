import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type pg from 'pg';

import { digestKinds, type DigestKind } from '../contract/notifications/notification-rules.ts';
import type { AppContext } from '../server/context.ts';
import { planDigests } from '../server/notifications/plan-digests.ts';
import type { Bench, Figure } from './lib/bench.ts';
import { openInProcess } from './lib/in-process.ts';
import { startPopulation } from './lib/population.ts';

const secondsMax = 60;

/** Puts all members in the state that digests look for; every fiftieth is new, every other has no profile text. */
export async function leaveUnread(pool: pg.Pool, at: Date): Promise<number> {
  await pool.query('truncate digests, notices, inbox');
  await pool.query('delete from graphile_worker._private_jobs');
  await pool.query('set session_replication_role = replica');
  await pool.query(
    `update members set status = 'active', confirmed_at = $1, country = 'NL', signup_at = $1::timestamptz - interval '1 year'`,
    [at],
  );
  await wantOnly(pool, digestKinds[0]);
  await pool.query(
    `update members set signup_at = $1::timestamptz - interval '5 days' where get_byte(uuid_send(member_id), 1) < 5`,
    [at],
  );
  await pool.query(
    `update profiles set last_active_at = $1::timestamptz - interval '10 days', fictional = false,
                         about = case when get_byte(uuid_send(member_id), 2) < 128 then '' else about end`,
    [at],
  );
  const { rowCount } = await pool.query(
    `insert into inbox (member_id, conversation_id, other_id, started, unread, last_seq, last_at, last_kind, last_own, last_text)
     select member_id, gen_random_uuid(), gen_random_uuid(), false, 1, 1, $1::timestamptz - interval '5 days', 'text', false, 'words'
       from members`,
    [at],
  );
  await pool.query('reset session_replication_role');
  // The empty tables stay without statistics; otherwise cached plans would scan whole tables while they fill.
  await pool.query('vacuum analyze members, profiles, inbox');
  return rowCount ?? 0;
}

/** Turns all other kinds off; otherwise every kind that applies is planned at once. */
async function wantOnly(pool: pg.Pool, wanted: DigestKind): Promise<void> {
  const off = Object.fromEntries(digestKinds.filter((kind) => kind !== wanted).map((kind) => [kind, 'member']));
  await pool.query('update members set notifications_off = $1', [off]);
}

/** The rows that planning writes, in as few statements as possible: no pages, rules or keys. */
const plain = [
  `insert into digests (member_id, kind, opened_on, planned_at) select member_id, 'plain', current_date, now() from members`,
  `select graphile_worker.add_jobs(array(
     select row('send-mail', json_build_object('kind', 'weekly_updates', 'member_id', member_id, 'id', '2026-11-23'), null, now(), 12, null, 20, null)::graphile_worker.job_spec
       from members))`,
];

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/**
 * Measures the largest growth of used memory, in megabytes, while `work` runs. Garbage is collected before each sample.
 */
async function mostHeld(work: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = inUse();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, inUse())), 200);
  await work();
  clearInterval(watch);
  return (most - before) / 1024 ** 2;
}

async function planFurther(pool: pg.Pool, context: AppContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of digestKinds.slice(1)) {
    await wantOnly(pool, kind);
    const value = await seconds(() => planDigests(context));
    const { rows } = await pool.query<{ planned: number }>(
      'select count(*)::int as planned from digests where kind = $1',
      [kind],
    );
    const name = `then planning ${(rows[0]?.planned ?? 0).toLocaleString('en')} of ${kind}`;
    figures.push({ name, value, unit: 's', goal: { atMost: secondsMax } });
  }
  return figures;
}

export const bench: Bench = {
  question: 'How long does it take to plan the mails of every kind for every member, and in how much memory?',
  run: async ({ quick, print }) => {
    const population = await startPopulation(quick ? 200 : 100_000, print, {
      name: quick ? 'digests-quick' : 'digests',
    });
    const { pool, connection } = population;
    // On a Monday evening in Amsterdam the windows of all kinds are open; unread reminders come first.
    const at = new Date('2026-12-21T18:00:00Z');
    const app = await openInProcess(connection, at);
    await leaveUnread(pool, at);
    const plainly = await seconds(async () => {
      for (const statement of plain) await pool.query(statement);
    });
    const limit = { name: 'two statements without pages, rules and keys', value: plainly };
    const members = await leaveUnread(pool, at);
    const value = await seconds(() => planDigests(app.context));
    const further = await planFurther(pool, app.context);
    const again = await seconds(() => planDigests(app.context));
    await leaveUnread(pool, at);
    const held = await mostHeld(() => planDigests(app.context));
    const { rows } = await pool.query<{ planned: number; jobs: number }>(
      `select (select count(*)::int from digests where kind = 'unread_message_reminders') as planned,
              (select count(*)::int from graphile_worker.jobs
                where task_identifier = 'send-mail' and key like 'unread_message_reminders %') as jobs`,
    );
    await app.close();
    await population.stop();
    if (rows[0]?.planned !== members || rows[0].jobs !== members)
      throw new Error(`planned ${JSON.stringify(rows[0])} of ${members}`);
    return {
      figures: [
        { name: `planning ${members.toLocaleString('en')} reminders`, value, unit: 's', goal: { atMost: secondsMax } },
        { name: 'the same beside plain SQL for its rows', value, unit: 's', limit },
        ...further,
        { name: 'looking through all of them again, with nothing to plan', value: again, unit: 's' },
        { name: 'memory that planning holds at most, garbage aside', value: held, unit: 'MB', goal: { atMost: 16 } },
      ],
      notes: [`every member was away for ten days and has one unread message; pages of 1,000; durable commits`],
    };
  },
};
