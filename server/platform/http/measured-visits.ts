import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';

import type { Tracking } from '../../../contract/tracking.ts';
import type { AppContext } from '../../context.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';
import { Failure } from '../failure.ts';
import { measuringName } from './page-address.ts';

/** Counts a visit by a link; it gets nothing of the visitor. */
export type NoteVisit = (context: AppContext, visit: { site: string; tracking: Tracking | undefined }) => Promise<void>;

/**
 * Whether a visitor opens a page by a link with `lb`, which is then counted: no member, no browser that only loads ahead,
 * and no robot, such as those that draw a preview of a link that is shared.
 */
export function isMeasuredVisit({ method, headers, query }: FastifyRequest, isMember: boolean): boolean {
  if (method !== 'GET' || isMember || !Object.hasOwn(query as object, measuringName)) return false;
  const isAhead = /prefetch|preview/.test(`${headers['sec-purpose']} ${headers['purpose']}`);
  return !isAhead && !isbot(headers['user-agent']);
}

/** Counts a visit once its page was found and sent: no page waits for that, but a server that ends does. */
export function createVisitCount(
  app: FastifyInstance,
  context: AppContext,
  noteVisit: NoteVisit,
): (caller: DispatchRequest, reply: FastifyReply) => void {
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => void (await Promise.all(running)));
  const count = async ({ ip, host, geoipCountry, tracking }: DispatchRequest): Promise<void> => {
    try {
      await context.rateLimits.enforceAddress('lookup', ip);
      const { site } = await context.sites.atHost(host, geoipCountry);
      await noteVisit(context, { site: site.key, tracking });
    } catch (error) {
      const level = error instanceof Failure ? 'info' : 'error';
      context.log[level]({ err: (error as Error).message }, 'a visit was not counted');
    }
  };
  return (caller, { raw: answer }) => {
    answer.once('finish', () => {
      if (answer.statusCode !== 200) return;
      const run = count(caller).finally(() => running.delete(run));
      running.add(run);
    });
  };
}
