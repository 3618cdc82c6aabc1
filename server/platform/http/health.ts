import type { FastifyInstance } from 'fastify';

import type { AppContext } from '../context.ts';
import { checkDiskSpace } from '../database/disk-space.ts';
import { createFolderId } from '../storage/files-id.ts';
import { describeToDoctor } from './doctor.ts';

const paths = new Set(['/healthz', '/readyz']);
const databaseTimeoutMs = 5_000;
// Load balancers ask often; the database is queried at most once a second.
const cachedMs = 1_000;

/** True for a health check. These come from the internal network, over plain HTTP. */
export function isHealthCheck(path: string): boolean {
  return paths.has(path);
}

/**
 * Adds the health checks. `/healthz`: the process runs; without a response it should be restarted. `/readyz`: the
 * database responds and can write, the data folder is there, and no shutdown has begun; otherwise 503. Apart from the
 * version, they reveal nothing, except to `npm run doctor`.
 */
export function registerHealth(app: FastifyInstance, context: AppContext): void {
  let last: { at: number; ready: Promise<boolean> } | undefined;
  const isReady = (): Promise<boolean> => {
    const now = Date.now();
    if (!last || now - last.at > cachedMs) last = { at: now, ready: checkServices(context) };
    return last.ready;
  };
  app.get('/healthz', async (request, reply) => {
    const seen = describeToDoctor(request, { secret: context.secret, countryHeader: context.config.countryHeader });
    return seen ? reply.header('cache-control', 'no-store').send(seen) : say(reply.code(200), `ok ${context.version}`);
  });
  app.get('/readyz', async (_request, reply) =>
    !context.isStopping && (await isReady()) ? say(reply.code(200), 'ready') : say(reply.code(503), 'not ready'),
  );
}

function say<Reply extends { header(name: string, value: string): Reply }>(reply: Reply, word: string): string {
  reply.header('cache-control', 'no-store').header('content-type', 'text/plain; charset=utf-8');
  return `${word}\n`;
}

/** True if the database responds and can write, and the data folder is there; otherwise the log says why. */
export async function checkServices({ database, config, folderId, log }: AppContext): Promise<boolean> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('no response in time')), databaseTimeoutMs).unref();
  });
  const checkFolder = async (): Promise<void> => {
    if (folderId !== null && (await createFolderId(config.dataDir).read()) !== folderId)
      throw new Error('DATA_DIR is not there: photos and the ledger of erasures are missing');
  };
  try {
    const checked = Promise.all([database.pool.query('select 1').then(() => checkDiskSpace(database)), checkFolder()]);
    await Promise.race([checked, timeout]);
    return true;
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'not ready: the database, its disk or the data folder is missing');
    return false;
  }
}
