import { randomBytes, randomUUID } from 'node:crypto';
import { Agent } from 'node:https';

import type pg from 'pg';
import webPush from 'web-push';

import { sendPush } from '../server/notifications/push/send-push.ts';
import { hashEndpoint } from '../server/notifications/push/subscriptions.ts';
import type { Bench } from './lib/bench.ts';
import { openInProcess } from './lib/in-process.ts';
import { startPopulation } from './lib/population-database.ts';
import { type PushServiceProcess, startPushProcess } from './lib/push-service.ts';

/** The number of jobs that a worker runs at once. */
const inFlight = 4;
// A Monday evening in Amsterdam, outside of quiet hours.
const at = new Date('2026-12-21T18:00:00Z');

/** Every member was away for an hour, has an unread message, and has a browser subscribed to pushes. */
async function subscribeAll(pool: pg.Pool, service: PushServiceProcess) {
  await pool.query('truncate notices, inbox, sessions, push_subscriptions, push_endpoints');
  await pool.query(
    `update members set status = 'active', confirmed_at = $1, notifications_off = '{}', country = 'NL'`,
    [at],
  );
  await pool.query(
    `update profiles set last_active_at = $1::timestamptz - interval '1 hour', fictional = false, status = 'active', invisible = false`,
    [at],
  );
  const { rows } = await pool.query<{ member_id: string }>(
    'select member_id from members order by member_id limit $1',
    [service.subscriptions.length],
  );
  const jobs = rows.map(({ member_id }) => {
    return { member_id, subscription_id: randomUUID(), kind: 'new_conversations' as const, tries: 0 };
  });
  for (const [index, { member_id: member, subscription_id: id }] of jobs.entries()) {
    const { endpoint, keys } = service.subscriptions[index] ?? never();
    const session = randomBytes(32);
    const other = jobs[(index + 1) % jobs.length]?.member_id;
    const insert = (text: string, values: unknown[]): Promise<unknown> => pool.query(`insert into ${text}`, values);
    await insert(
      `sessions (token_hash, member_id, client, created_at, seen_at, expires_at)
       values ($1, $2, 'web', $3, $3, $3::timestamptz + interval '30 days')`,
      [session, member, at],
    );
    await insert(
      `push_subscriptions (member_id, subscription_id, session_hash, endpoint, p256dh, auth, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [member, id, session, endpoint, keys.p256dh, keys.auth, at],
    );
    await insert('push_endpoints (endpoint_hash, member_id, subscription_id) values ($1, $2, $3)', [
      hashEndpoint(endpoint),
      member,
      id,
    ]);
    await insert('notices (member_id, pushes) values ($1, true)', [member]);
    await insert(
      `inbox (member_id, conversation_id, other_id, started, unread, last_seq, last_at, last_kind, last_own, last_text)
       values ($1, gen_random_uuid(), $2, false, 1, 1, $3::timestamptz - interval '1 minute', 'text', false, 'words')`,
      [member, other, at],
    );
  }
  await pool.query('vacuum analyze');
  return jobs;
}

function never(): never {
  throw new Error('more members than browsers');
}

async function measureRate<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
  const waiting = all.values();
  const start = performance.now();
  const turn = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: inFlight }, turn));
  return all.length / ((performance.now() - start) / 1_000);
}

export const bench: Bench = {
  question: 'How many pushes does a worker send in a second, beside encryption and HTTP alone?',
  run: async ({ quick, print }) => {
    const members = quick ? 20 : 2_000;
    const population = await startPopulation(members, print, { name: quick ? 'push-quick' : 'push' });
    const service = await startPushProcess(members);
    const env = { PUSH_TEST_SERVICE: service.origin, PUSH_TEST_CERTIFICATE: service.certificate };
    const app = await openInProcess(population.connection, at, env);
    const jobs = await subscribeAll(population.pool, service);

    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    const agent = new Agent({ keepAlive: true, maxSockets: inFlight, ca: service.certificate });
    const vapidDetails = { subject: 'mailto:bench@tealight.dating', publicKey, privateKey };
    const payload = JSON.stringify({ title: 'Tealight', body: 'Someone new has written to you.', path: '/chats' });
    const bare = await measureRate(service.subscriptions, (one) =>
      webPush.sendNotification(one, payload, { vapidDetails, agent, TTL: 60 }),
    );
    const value = await measureRate(jobs, (job) => sendPush(app.context, job));
    const taken = await service.taken();
    agent.destroy();
    await app.close();
    await service.stop();
    await population.stop();
    if (taken !== 2 * members) throw new Error(`${taken} of ${2 * members} pushes came`);
    return {
      figures: [
        {
          name: 'pushes a second',
          value,
          unit: '/s',
          limit: { name: 'web-push alone: encryption, signature and HTTP', value: bare },
        },
      ],
      notes: [`${inFlight} at once, as a worker; a push service in a process of its own, which decrypts each`],
    };
  },
};
