import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { frameOperations } from '../contract/frames.ts';
import { errors } from '../contract/platform/errors.ts';
import { operations } from '../contract/index.ts';
import { routeNames } from '../web/platform/pages/route-table.ts';
import { verifyRegularly } from '../server/books/reports.ts';
import { handlers, jobNames, metrics as metricsOfModules, queues } from '../server/modules.ts';
import { composeStatement } from '../server/platform/database/database.ts';
import { type Metric, platformMetrics } from '../server/platform/monitoring/metrics.ts';
import { serveMetrics } from '../server/program/serve-metrics.ts';
import { quickMember, sendText, startChat } from './support/chat.ts';
import { openTab } from './support/live.ts';
import { type Shop, openShop } from './support/payments.ts';

let shop: Shop;
let served: Awaited<ReturnType<typeof serveMetrics>>;

beforeAll(async () => {
  shop = await openShop();
  served = await serveMetrics(shop.test.context, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await served.close();
  await shop.close();
});

function request(path: string, method = 'GET'): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: served.port, path, method };
    send(options, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => void (text += part.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

/** Reads the samples by name and labels, as Prometheus does. */
async function scrape(): Promise<Record<string, number>> {
  const { text } = await request('/metrics');
  const samples = [...text.matchAll(/^tealight_(\S+?(?:\{.*\})?) (\S+)$/gm)];
  return Object.fromEntries(samples.map(([, name = '', value]) => [name, Number(value)]));
}

/** Lists the samples that `work` changed, by how much. */
async function captureChanges(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await scrape();
  await work();
  const after = await scrape();
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const change = value - (before[name] ?? 0);
      return change === 0 ? [] : [[name, change]];
    }),
  );
}

describe('/metrics', () => {
  it('is at a port of its own, and not at that of pages and calls', async () => {
    expect((await request('/metrics')).text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect((await request('/')).status).toBe(404);
    expect((await request('/metrics', 'POST')).status).toBe(404);
    const { server } = shop.test.app;
    expect((await server.inject({ url: '/metrics', headers: { host: 'localhost' } })).statusCode).toBe(404);
  });

  it('counts calls by operation and outcome, with their durations, and refusals by error', async () => {
    const { test } = shop;
    const member = await quickMember(test);
    vi.spyOn(handlers, 'listGifts').mockRejectedValueOnce(new Error('a fault'));
    const changed = await captureChanges(async () => {
      await member.call('getUser');
      await test.client().call('getUser');
      await member.call('listGifts');
    });
    expect(changed).toMatchObject({
      'calls_total{operation="getUser",outcome="ok"}': 1,
      'calls_total{operation="getUser",outcome="refused"}': 1,
      'calls_total{operation="listGifts",outcome="failed"}': 1,
      'call_seconds_count{operation="getUser"}': 2,
      'refusals_total{code="session.missing"}': 1,
      'refusals_total{code="request.failed"}': 1,
      'responses_total{status="200"}': 1,
      'responses_total{status="403"}': 1,
      'responses_total{status="500"}': 1,
    });
  });

  it('counts sockets and what they are sent, and batches of messages', async () => {
    const { ada, bo } = await startChat(shop.test);
    const tab = await openTab(shop.test, bo);
    expect(await scrape()).toMatchObject({ sockets: 1 });
    const changed = await captureChanges(async () => {
      await sendText(ada, { profile: bo.id });
      await tab.hears('message');
    });
    expect(changed).toMatchObject({
      'socket_events_total{type="message"}': 1,
      send_batch_size_count: 1,
      send_batch_size_sum: 1,
      send_batch_seconds_count: 1,
    });
    await tab.close();
    await vi.waitFor(async () => expect(await scrape()).toMatchObject({ sockets: 0 }));
  });

  it('counts six times for a message to an open socket', async () => {
    const { ada, bo } = await startChat(shop.test);
    const tab = await openTab(shop.test, bo);
    const { metrics } = shop.test.context;
    const spies = (['count', 'set', 'observe'] as const).map((name) => vi.spyOn(metrics, name));
    await sendText(ada, { profile: bo.id });
    await tab.hears('message');
    const counted = spies.flatMap(({ mock }) => (mock.calls as [string][]).map(([name]) => name));
    for (const spy of spies) spy.mockRestore();
    await tab.close();
    expect(counted.toSorted()).toEqual([
      'call_seconds',
      'calls_total',
      'responses_total',
      'send_batch_seconds',
      'send_batch_size',
      'socket_events_total',
    ]);
  });

  it('says whether the process is ready, and leaves out what it cannot read, so that no old value stays', async () => {
    const { database } = shop.test.context;
    const isOfDatabase = (name: string): boolean => /^(?:jobs_(?!total)|queue_)/.test(name);
    expect(await scrape()).toMatchObject({ ready: 1, 'queue_waiting{queue="photos-after"}': 0 });
    const query = vi.spyOn(database.pool, 'query').mockRejectedValueOnce(new Error('connect ECONNREFUSED') as never);
    const away = await scrape();
    query.mockRestore();
    expect(away).toMatchObject({ ready: 0 });
    expect(Object.keys(away).filter(isOfDatabase)).toEqual([]);
    const all = vi.spyOn(database, 'all').mockRejectedValueOnce(new Error('a statement failed'));
    const partly = await scrape();
    all.mockRestore();
    expect(partly).toMatchObject({ ready: 1, 'queue_waiting{queue="photos-after"}': 0 });
    expect(Object.keys(partly).filter((name) => name.startsWith('jobs_waiting'))).toEqual([]);
    const { config } = shop.test.context;
    const { dataDir } = config;
    config.dataDir = '/nowhere';
    const withoutFolder = await scrape();
    config.dataDir = dataDir;
    expect(withoutFolder).toMatchObject({ 'queue_waiting{queue="photos-after"}': 0 });
    expect(withoutFolder).not.toHaveProperty('data_folder_free_ratio');
    expect(await scrape()).toHaveProperty('data_folder_free_ratio');
    // There is no replica.
    expect(withoutFolder).not.toHaveProperty('replica_used');
    expect(withoutFolder).not.toHaveProperty('replica_lag_seconds');
    expect(Object.keys(await scrape()).filter(isOfDatabase).length).toBeGreaterThan(3 * jobNames.length);
  });

  it('counts how long callers wait for a connection, if none is free', async () => {
    const { pool } = shop.test.context.database;
    const waits = async () => (await scrape())['database_wait_seconds_count'] ?? 0;
    await pool.query('select');
    const countNew = async (): Promise<number> => {
      const before = await waits();
      const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
      const late = [pool.query('select'), pool.connect().then((client) => client.release())];
      for (const client of held) client.release();
      await Promise.all(late);
      return (await waits()) - before;
    };
    // In some rounds, a job of the background waits, too.
    await vi.waitFor(async () => expect(await countNew()).toBe(2), { timeout: 10_000 });
  });

  it('counts payments by outcome, mails and their failures, and jobs that wait or were given up', async () => {
    const { context, sql, runJobs } = shop.test;
    const { buyer } = await shop.pending();
    const changed = await captureChanges(async () => {
      await shop.paid(buyer, { bundle: 'small' });
      const { id } = await shop.pending(buyer);
      await shop.settle(id, 'failed');
    });
    expect(changed).toMatchObject({
      'payments_total{provider="mollie",status="completed"}': 1,
      'payments_total{provider="mollie",status="failed"}': 1,
      'payment_lag_seconds_count{provider="mollie"}': 1,
    });
    expect((await scrape())['jobs_waiting{task="send-mail"}']).toBeGreaterThan(0);
    await runJobs();
    expect(await scrape()).toMatchObject({ 'jobs_waiting{task="send-mail"}': 0, 'jobs_given_up{task="send-mail"}': 0 });
    expect((await scrape())['mails_total{outcome="sent"}']).toBeGreaterThan(0);
    await context.database.transaction((tx) => context.jobs.add(tx, 'sweep-pictures', {}));
    // A try that failed an hour after the job was added moved its time.
    await sql(
      `update graphile_worker._private_jobs set attempts = 3, run_at = now() + interval '1 minute', created_at = now() - interval '1 hour'`,
    );
    const { 'jobs_oldest_seconds{task="sweep-pictures"}': seconds, ...retried } = await scrape();
    expect([retried['jobs_waiting{task="sweep-pictures"}'], Math.round((seconds ?? 0) / 60)]).toEqual([1, 60]);
    await sql('update graphile_worker._private_jobs set attempts = max_attempts');
    expect(await scrape()).toMatchObject({
      'jobs_waiting{task="sweep-pictures"}': 0,
      'jobs_given_up{task="sweep-pictures"}': 1,
    });
    await sql('delete from graphile_worker._private_jobs');
  });

  it('shows faults of the books that the regular check finds, and the log names them', async () => {
    const { context, clock } = shop.test;
    expect(await scrape()).not.toHaveProperty('ledger_faults');
    await verifyRegularly(context);
    const before = await scrape();
    expect(before).toMatchObject({ ledger_faults: 0 });
    expect(clock.now().getTime() / 1_000 - (before['ledger_verified_timestamp_seconds'] ?? 0)).toBeLessThan(60);
    const error = vi.spyOn(context.log, 'error');
    const undone = new Error('undone');
    const planted = context.database.transaction(async (tx) => {
      await tx.run(composeStatement('set local session_replication_role = replica'));
      await tx.run(composeStatement('update wallets set balance = balance + 1'));
      const inner = { ...tx, raw: async (text: string) => (text.startsWith('set transaction') ? [] : tx.raw(text)) };
      const transaction = (work: (one: typeof inner) => Promise<unknown>) => work(inner);
      await verifyRegularly({ ...context, database: { ...context.database, transaction } as typeof context.database });
      throw undone;
    });
    await expect(planted).rejects.toBe(undone);
    expect((await scrape())['ledger_faults']).toBeGreaterThan(0);
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ event: 'ledger.faults' }), expect.anything());
    error.mockRestore();
  });

  it.each([
    [
      'mismatches',
      `insert into mismatches (mismatch_id, member_id, payment_id, provider, provider_payment_id, profile, amount, currency, wrong, returned, state, seen_at)
       select gen_random_uuid(), member_id, payment_id, 'mollie', 'tr_1', 'p', 1, 'EUR', 'amount', 0, 'open', $1 from payments limit 1`,
    ],
    [
      'refunds',
      `insert into withdrawal_tasks (withdrawal_id, member_id, created_at) select gen_random_uuid(), member_id, $1 from members limit 1`,
    ],
    [
      'photos-after',
      `insert into photo_queue (queue, photo_id, member_id, created_at) select 'after', gen_random_uuid(), member_id, $1 from members limit 1`,
    ],
    [
      'erasures',
      `insert into account_deletions (member_id, left_at, due_at) select member_id, $1, $1 from members limit 1`,
    ],
  ])('shows how many %s wait, and for how long', async (queue, insert) => {
    const { clock, sql } = shop.test;
    await sql(insert, [new Date(clock.now().getTime() - 3_600_000)]);
    const found = await scrape();
    expect(found).toMatchObject({ [`queue_waiting{queue="${queue}"}`]: 1 });
    expect(Math.round((found[`queue_oldest_seconds{queue="${queue}"}`] ?? 0) / 60)).toBe(60);
  });

  it('has no label that names a person, after all of this', async () => {
    const { text } = await request('/metrics');
    const values = [...text.matchAll(/="([^"]*)"/g)].map(([, value = '']) => value);
    expect(values.length).toBeGreaterThan(300);
    expect(values.filter((value) => /@|[0-9a-f]{8}-|\d+\.\d+\.\d+\.\d+|Member /i.test(value))).toEqual([]);
  });

  it('has every metric and label that the alerts and the dashboard read', async () => {
    const { text } = await request('/metrics');
    const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const read = (path: string): string => readFileSync(new URL(`../deploy/${path}`, import.meta.url), 'utf8');
    const { panels } = JSON.parse(read('grafana/tealight.json')) as {
      panels: { id: number; targets: { expr: string }[] }[];
    };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const expressions = [
      read('prometheus/alerts.yml'),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const found = expressions.flatMap((expression) => [
      ...expression.matchAll(/\b((?:tealight|nodejs|process)_\w+)(?:\{([^}]*)\})?/g),
    ]);
    expect(found.length).toBeGreaterThan(50);
    const definitions = new Map(Object.entries<Metric>({ ...platformMetrics, ...metricsOfModules }));
    const wrong = found.filter(([, name = '', selector = '']) => {
      const metric = exported.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, '');
      const { labels = [] } = definitions.get(metric.replace('tealight_', '')) ?? {};
      const selected = [...selector.matchAll(/(\w+)=/g)].map(([, label]) => label);
      return !exported.has(metric) || selected.some((label) => !labels.some((one) => one === label));
    });
    expect(wrong.map(([all]) => all)).toEqual([]);
  });

  it('has at most 3,000 series, whatever happens', () => {
    const values = {
      operation: [...Object.keys(operations), ...Object.keys(frameOperations)].length,
      code: Object.keys(errors).length,
      page: routeNames.length + 2,
      task: jobNames.length,
      queue: Object.keys(queues).length,
      type: 19,
      status: 40,
      provider: 2,
      outcome: 4,
      state: 2,
      way: 2,
      version: 1,
      roles: 1,
    };
    const all = Object.values<Metric>({ ...platformMetrics, ...metricsOfModules });
    const series = all.map(({ labels = [], type, buckets = [] }) =>
      labels.reduce((product, label) => product * values[label], type === 'histogram' ? buckets.length + 3 : 1),
    );
    expect(series.reduce((sum, one) => sum + one)).toBeLessThan(3_000);
  });
});
