import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';

import { utcDay } from '../../contract/platform/calendar.ts';
import { trackingNames } from '../../contract/sources/read-tracking.ts';
import type { Tracking } from '../../contract/sources/tracking.ts';
import type { AppContext } from '../context.ts';
import type { DispatchRequest } from '../platform/dispatch/dispatch.ts';
import { Failure } from '../platform/failure.ts';
import { addBounce, addMeasured, addVisit, countRefs, findNamed, insertVisit } from './queries.ts';
import { networkName, unknownNetwork } from './rules.ts';

/** The parameter by which a link asks for its visits to be counted (specification, section 4). */
export const measuringName = 'lb';

/** Click ids that advertisers add to their links, different for each visitor. No page reads them. */
const clickNames = ['dclid', 'fbclid', 'gbraid', 'gclid', 'msclkid', 'ttclid', 'twclid', 'wbraid'];

const leftOut: readonly string[] = [...trackingNames, measuringName, ...clickNames];

/** True for click ids and a partner's link, which a page gets apart from its address. */
export function isLeftOut(parameter: string): boolean {
  return leftOut.includes(parameter) || parameter.startsWith('utm_');
}

/** Visits by a link. Nothing but the link is counted. */
interface Visits {
  site: string;
  tracking: Tracking | undefined;
  times?: number;
}

/**
 * True if a visitor opens a page by a link with `lb`. Members, prefetching browsers and robots, such as those that
 * preview a shared link, do not count.
 */
export function isMeasuredVisit({ method, headers, query }: FastifyRequest, isMember: boolean): boolean {
  if (method !== 'GET' || isMember || !Object.hasOwn(query as object, measuringName)) return false;
  const isAhead = /prefetch|preview/.test(`${headers['sec-purpose']} ${headers['purpose']}`);
  return !isAhead && !isbot(headers['user-agent']);
}

/**
 * Counts a visit once its page was sent. No page waits for the count, but a server that stops does. Visits by one link
 * during a write are written together, so that a campaign takes only one connection.
 */
export function createVisitCount(
  app: FastifyInstance,
  context: AppContext,
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
      for (const visits of links) await countVisit(context, visits).catch((error) => lose(error, visits.times));
    }
    writing = undefined;
  };
  const count = async ({ ip, host, geoipCountry, visit: { tracking } }: DispatchRequest): Promise<void> => {
    await context.rateLimits.enforceAddress('lookup', ip);
    const { site } = await context.sites.atHost(host, geoipCountry);
    const key = JSON.stringify([site.key, tracking?.network, tracking?.ref]);
    const { times = 0 } = waiting.get(key) ?? {};
    waiting.set(key, { site: site.key, tracking, times: times + 1 });
    writing ??= write();
    await writing;
  };
  return (caller, { raw: response }) => {
    response.once('finish', () => {
      if (response.statusCode !== 200) return;
      const run = count(caller)
        .catch((error) => lose(error))
        .finally(() => running.delete(run));
      running.add(run);
    });
  };
}

type Context = Pick<AppContext, 'clock' | 'database'>;

/** Anybody can make up links: beyond this many references a day, the references of a network are counted together. */
const refsMax = 1_000;

/** Counts visits by a link with `lb` (specification, section 4). Unknown network names are counted together. */
export async function countVisit(context: Context, visit: Visits): Promise<void> {
  const row = await deriveRow(context, visit);
  const { times = 1 } = visit;
  await context.database.transaction(async (tx) => {
    if ((await tx.run(addVisit, { ...row, times })) > 0) return;
    const { network, day } = row;
    const refs = (await tx.first(countRefs, { network, day }))?.refs ?? 0;
    await tx.run(insertVisit, { ...row, ref: refs < refsMax ? row.ref : '', times });
  });
}

/** Counts a visitor who agreed to measurement: the page reports when it is left. */
export async function countAgreement(context: Context, visit: Visits): Promise<void> {
  await addToVisit(context, visit, addMeasured);
}

export async function countBounce(context: Context, visit: Visits): Promise<void> {
  await addToVisit(context, visit, addBounce);
}

async function addToVisit(context: Context, visit: Visits, add: typeof addMeasured | typeof addBounce): Promise<void> {
  const row = await deriveRow(context, visit);
  await context.database.transaction(async (tx) => {
    if ((await tx.run(add, row)) === 0) await tx.run(add, { ...row, ref: '' });
  });
}

async function deriveRow({ clock, database }: Context, { site, tracking }: Visits) {
  const name = networkName(tracking);
  const day = utcDay(clock.now());
  const ref = tracking?.ref ?? '';
  if (name === undefined) return { network: '', ref, site, day };
  const known = await database.first(findNamed, { name });
  return known ? { network: known.name, ref, site, day } : { network: unknownNetwork, ref: '', site, day };
}
