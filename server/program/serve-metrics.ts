import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type pg from 'pg';
import { collectDefaultMetrics } from 'prom-client';

import type { AppContext } from '../context.ts';
import { jobNames, queues } from '../modules.ts';
import { checkServices } from '../platform/http/health.ts';
import { countJobs } from '../platform/jobs/queries.ts';

/** Serves `/metrics` on a port of its own, so that nobody reaches it through the port of pages and calls. */
export async function serveMetrics(
  context: AppContext,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const { registry } = context.metrics;
  collectDefaultMetrics({ register: registry });
  watchWaits(context.database.pool, (seconds) => context.metrics.observe('database_wait_seconds', seconds));
  context.metrics.set('build_info', 1, { version: context.version, roles: context.config.roles.join(',') });
  let reading: Promise<void> | undefined;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    // Scrapes that overlap share a reading.
    reading ??= readGauges(context).finally(() => {
      reading = undefined;
    });
    return void reading
      .then(() => registry.metrics())
      .then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text))
      .catch((error: unknown) => {
        context.log.error({ err: error }, 'the metrics could not be read');
        response.writeHead(500).end();
      });
  });
  await once(server.listen(port, host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/** Tells how many seconds each caller waited that found no connection free. `pool.query` connects, too. */
function watchWaits(pool: pg.Pool, note: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool);
  pool.connect = ((done?: (...connected: Connected) => void) => {
    const isFree = pool.idleCount > 0 || pool.totalCount < pool.options.max;
    const since = performance.now();
    const noteWait = (): void => (isFree ? undefined : note((performance.now() - since) / 1_000));
    if (!done) return connect().finally(noteWait);
    return connect((...connected) => {
      noteWait();
      done(...connected);
    });
  }) as pg.Pool['connect'];
}

const ofJobs = ['jobs_waiting', 'jobs_oldest_seconds', 'jobs_given_up'] as const;

/** Reads what nothing counts. What cannot be read is left out, so that no old value stands for the present one. */
async function readGauges(context: AppContext): Promise<void> {
  const { bus, config, database, metrics } = context;
  const { totalCount, idleCount, waitingCount } = database.pool;
  metrics.set('database_connections', totalCount - idleCount, { state: 'used' });
  metrics.set('database_connections', idleCount, { state: 'idle' });
  metrics.set('database_waiting', waitingCount);
  if (config.searchDatabaseUrl !== null) metrics.set('replica_used', database.reader(null) === database ? 0 : 1);
  for (const [way, isUp] of Object.entries(bus.ways())) metrics.set('bus_up', isUp ? 1 : 0, { way });
  metrics.reset('data_folder_free_ratio', ...ofJobs, 'queue_waiting', 'queue_oldest_seconds');
  const isReady = await checkServices(context);
  metrics.set('ready', isReady && !context.isStopping ? 1 : 0);
  // With a bucket, the folder need not be there.
  await attempt(context, () => readDisk(context));
  if (!isReady || !config.roles.includes('worker')) return;
  await Promise.all([attempt(context, () => readJobs(context)), attempt(context, () => readQueues(context))]);
}

async function attempt({ log }: AppContext, read: () => Promise<void>): Promise<void> {
  await read().catch((error: unknown) => log.warn({ err: error }, 'a part of the metrics could not be read'));
}

async function readDisk({ config, metrics }: AppContext): Promise<void> {
  const { bavail, blocks } = await statfs(config.dataDir);
  metrics.set('data_folder_free_ratio', bavail / blocks);
}

async function readJobs({ database, metrics }: AppContext): Promise<void> {
  const rows = new Map((await database.all(countJobs)).map((row) => [row.task, row]));
  for (const task of jobNames) {
    const { waiting = 0, seconds = 0, given_up: givenUp = 0 } = rows.get(task) ?? {};
    metrics.set('jobs_waiting', waiting, { task });
    metrics.set('jobs_oldest_seconds', seconds ?? 0, { task });
    metrics.set('jobs_given_up', givenUp, { task });
  }
}

async function readQueues(context: AppContext): Promise<void> {
  const { clock, metrics } = context;
  for (const [queue, read] of Object.entries(queues)) {
    const { waiting = 0, since = null } = (await read(context)) ?? {};
    metrics.set('queue_waiting', waiting, { queue });
    metrics.set('queue_oldest_seconds', since ? (clock.now().getTime() - since.getTime()) / 1_000 : 0, { queue });
  }
}
