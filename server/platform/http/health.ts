import type { FastifyInstance } from 'fastify';

import type { AppContext } from '../../context.ts';
import { checkDiskSpace } from '../database/disk-space.ts';

const paths = new Set(['/healthz', '/readyz']);
const databaseWithinMs = 5_000;
// A balancer with many arms asks often; the database is asked once a second.
const believedMs = 1_000;

/** Whether a request is a balancer's or supervisor's question; these come in plain HTTP from inside. */
export function asksForHealth(path: string): boolean {
  return paths.has(path);
}

/**
 * `/healthz`: the process runs; without an answer it should be restarted. `/readyz`: it can serve, because the database
 * answers and has room to write; otherwise 503, and the balancer asks another node. Both say no more than that.
 */
export function registerHealth(app: FastifyInstance, context: AppContext): void {
  let asked: { at: number; ready: Promise<boolean> } | undefined;
  const isReady = (): Promise<boolean> => {
    const now = Date.now();
    if (!asked || now - asked.at > believedMs) asked = { at: now, ready: answers(context) };
    return asked.ready;
  };
  app.get('/healthz', async (_request, reply) => say(reply.code(200), 'ok'));
  app.get('/readyz', async (_request, reply) =>
    (await isReady()) ? say(reply.code(200), 'ready') : say(reply.code(503), 'not ready'),
  );
}

function say<Reply extends { header(name: string, value: string): Reply }>(reply: Reply, word: string): string {
  reply.header('cache-control', 'no-store').header('content-type', 'text/plain; charset=utf-8');
  return `${word}\n`;
}

async function answers({ database, log }: AppContext): Promise<boolean> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('no answer in time')), databaseWithinMs).unref();
  });
  try {
    await Promise.race([database.pool.query('select 1').then(() => checkDiskSpace(database)), late]);
    return true;
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'not ready: the database does not answer, or has no room');
    return false;
  }
}
