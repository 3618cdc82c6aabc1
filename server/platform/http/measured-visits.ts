import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';

import type { Tracking } from '../../../contract/sources/tracking.ts';
import type { AppContext } from '../../context.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';
import { Failure } from '../failure.ts';
import { measuringName } from './page-address.ts';

/** Visits to count: their link and their number, and nothing about the visitors. */
interface Visits {
  site: string;
  tracking: Tracking | undefined;
  times?: number;
}

export type RecordVisit = (context: AppContext, visits: Visits) => Promise<void>;

/**
 * True if a visitor opens a page by a link with `lb`, which is then counted. Members, browsers that only prefetch, and
 * robots, such as those that preview a shared link, do not count.
 */
export function isMeasuredVisit({ method, headers, query }: FastifyRequest, isMember: boolean): boolean {
  if (method !== 'GET' || isMember || !Object.hasOwn(query as object, measuringName)) return false;
  const isAhead = /prefetch|preview/.test(`${headers['sec-purpose']} ${headers['purpose']}`);
  return !isAhead && !isbot(headers['user-agent']);
}

/**
 * Counts a visit once its page was found and sent. No page waits for the count, but a server that stops does. Visits by
 * one link that come during a write are written together, so that a campaign takes only one connection.
 */
export function createVisitCount(
  app: FastifyInstance,
  context: AppContext,
  recordVisit: RecordVisit,
): (caller: DispatchRequest, reply: FastifyReply) => void {
  const running = new Set<Promise<void>>();
  let waiting = new Map<string, Visits>();
  let writing: Promise<void> | undefined;
  app.addHook('onClose', async () => void (await Promise.all(running)));

  const lose = (error: unknown, times = 1): void => {
    const level = error instanceof Failure ? 'info' : 'error';
    context.log[level]({ err: (error as Error).message, times }, 'visits were not counted');
  };
  const write = async (): Promise<void> => {
    while (waiting.size > 0) {
      const links = waiting.values();
      waiting = new Map();
      for (const visits of links) await recordVisit(context, visits).catch((error) => lose(error, visits.times));
    }
    writing = undefined;
  };
  const count = async ({ ip, host, geoipCountry, tracking }: DispatchRequest): Promise<void> => {
    await context.rateLimits.enforceAddress('lookup', ip);
    const { site } = await context.sites.atHost(host, geoipCountry);
    const key = JSON.stringify([site.key, tracking?.network, tracking?.ref]);
    const { times = 0 } = waiting.get(key) ?? {};
    waiting.set(key, { site: site.key, tracking, times: times + 1 });
    writing ??= write();
    await writing;
  };
  return (caller, { raw: answer }) => {
    answer.once('finish', () => {
      if (answer.statusCode !== 200) return;
      const run = count(caller)
        .catch((error) => lose(error))
        .finally(() => running.delete(run));
      running.add(run);
    });
  };
}
