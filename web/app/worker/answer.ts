import { pageWaitMs } from '../../../contract/limits.ts';
import { receivedPath } from '../../../contract/share-target.ts';
import { pathTo, routeTable } from '../../route-table.ts';
import { keptRoutes } from '../kept-parts.ts';
import { inTime, isLate, storeLimitMs } from '../in-time.ts';
import { findPhoto } from '../photo-cache.ts';
import { build } from './build.ts';
import { judgeShare, takeShare } from './take-share.ts';
import { findAsset, findShell } from './shell-cache.ts';

/**
 * The worker's answer to a request, or undefined if it leaves it to the browser. What it stores and what it answers from
 * there is in `web/app/README.md`.
 */
export function answerTo(request: Request): Promise<Response> | undefined {
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method === 'POST' && origin === location.origin && pathname === pathTo('shared'))
    return takeShare(request);
  if (request.method !== 'GET' || origin !== location.origin) return undefined;
  if (pathname.startsWith('/assets/')) return storedFirst(request);
  if (pathname.startsWith('/media/')) return orElse(request, () => inTime(findPhoto(request.url), storeLimitMs));
  if (pathname === '/__manifest') return answerRouter(request, (searchParams.get('paths') ?? '').split(','));
  if (request.mode !== 'navigate' || pathname.startsWith('/api/')) return undefined;
  // The worker has sent the browser there, with something that was posted.
  if (pathname === receivedPath) return judgeShare(request);
  // The worker has sent the browser there, because there is no answer.
  if (pathname === pathTo('offline') && searchParams.has('to')) return shellFirst(request);
  // The page without a connection asks once there is an answer, or its reader does: however long it takes.
  if (isFromShell(request)) return orElse(request, () => openShell(request));
  return inTimeOrElse(request, () => openShell(request));
}

/** A cache that fails or does not answer must not keep a page from the network. */
async function storedFirst(request: Request): Promise<Response> {
  const stored = findAsset(request);
  return (await inTime(stored).catch(() => undefined)) ?? orElse(request, () => inTime(stored, storeLimitMs));
}

/**
 * The routes of the paths that the router asks about. What an answer lacks is a page that does not exist, for as long as
 * the tab is open: where one of them does not open without a connection, the router is told to load whole pages, as by a
 * server of another version, and comes to the page that waits for the connection.
 */
async function answerRouter(request: Request, paths: string[]): Promise<Response> {
  const areKept = paths.every((path) => keptPaths.some((kept) => kept.test(path)));
  // The page without a connection is of this build, and has waited for the network before.
  if (areKept && isFromShell(request)) return listRoutes();
  return inTimeOrElse(request, async () =>
    areKept ? listRoutes() : new Response(null, { status: 204, headers: { 'X-Remix-Reload-Document': 'true' } }),
  );
}

const listRoutes = (): Response =>
  new Response(JSON.stringify(build.routes), { headers: { 'content-type': 'application/json' } });

const keptPaths = keptRoutes.map((name) => new RegExp(`^${routeTable[name].path.replace(/:\w+/g, '[^/]+')}$`));

/** From the network, and only without one from `find`. */
async function orElse(request: Request, find: () => Promise<Response | undefined>): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await find();
    if (!found) throw error;
    return found;
  }
}

/**
 * As `orElse`, and also where the network does not say anything for so long that the page would seem dead, if there is a
 * shell to show. What it answers after that is for nobody: only its cookies count.
 */
async function inTimeOrElse(request: Request, find: () => Promise<Response | undefined>): Promise<Response> {
  const answer = orElse(request, find);
  try {
    return await inTime(answer, pageWaitMs);
  } catch (error) {
    if (!isLate(error)) throw error;
    return ((await findShell()) && (await find())) ?? answer;
  }
}

async function shellFirst(request: Request): Promise<Response> {
  return (await findShell()) ?? fetch(request);
}

/** Whether the page without a connection leads on (`web/route-headers.ts` lets it say so). */
function isFromShell({ referrer }: Request): boolean {
  return referrer !== '' && new URL(referrer).pathname === pathTo('offline');
}

/** The shell has an address of its own, which the router needs; it leads on to the wanted page. */
async function openShell({ url }: Request): Promise<Response | undefined> {
  const shell = await findShell();
  const { pathname, search } = new URL(url);
  if (!shell || pathname === pathTo('offline')) return shell;
  return Response.redirect(`${pathTo('offline')}?to=${encodeURIComponent(pathname + search)}`);
}
