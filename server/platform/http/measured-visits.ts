import type { FastifyRequest } from 'fastify';

import type { Tracking } from '../../../contract/tracking.ts';
import type { AppContext } from '../../context.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';

/** What in a link asks for its visits to be counted (specification, section 4). */
export const measuringName = 'lb';

/** Counts a visit by a link; it gets nothing of the visitor. */
export type NoteVisit = (context: AppContext, visit: { site: string; tracking: Tracking | undefined }) => Promise<void>;

/**
 * Counts the visit if a visitor came by a link with `lb`, and says whether it did. The page measures it only if its visitor
 * agrees.
 */
export async function startMeasuring(
  context: AppContext,
  request: FastifyRequest,
  caller: DispatchRequest,
  noteVisit: NoteVisit,
): Promise<boolean> {
  const isVisitor = request.method === 'GET' && caller.cookies[context.sessionCookie] === undefined;
  if (!isVisitor || !Object.hasOwn(request.query as object, measuringName)) return false;
  try {
    await context.rateLimits.enforceAddress('lookup', caller.ip);
    const { site } = await context.sites.atHost(caller.host, caller.geoipCountry);
    await noteVisit(context, { site: site.key, tracking: caller.tracking });
    return true;
  } catch (error) {
    // Nobody waits for a page because of a count.
    context.log.info({ err: (error as Error).message }, 'a visit was not counted');
    return false;
  }
}
