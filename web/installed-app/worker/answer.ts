import { pageWaitMs } from '../../../contract/platform/limits.ts';
import { receivedPath } from '../../../contract/installed-app/share-target.ts';
import { pathTo, routeTable } from '../../platform/route-table.ts';
import { keptRoutes } from '../kept-parts.ts';
import { inTime, isLate, storeLimitMs } from '../in-time.ts';
import { findPhoto } from '../photo-cache.ts';
import { build } from './build.ts';
import { judgeShare, takeShare } from './take-share.ts';
import { findAsset, findShell } from './shell-cache.ts';

/** Returns the worker's response, or undefined to leave a request to the browser (see `../README.md`). */
export function answerTo(request: Request): Promise<Response> | undefined {
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method === 'POST' && origin === location.origin && pathname === pathTo('shared'))
    return takeShare(request);
  if (request.method !== 'GET' || origin !== location.origin) return undefined;
  if (pathname.startsWith('/assets/')) return storedFirst(request);
  if (pathname.startsWith('/media/')) return orElse(request, () => inTime(findPhoto(request.url), storeLimitMs));
  if (pathname === '/__manifest') return answerRouter(request, (searchParams.get('paths') ?? '').split(','));
  if (request.mode !== 'navigate' || pathname.startsWith('/api/')) return undefined;
  // `takeShare` redirects here with posted content.
  if (pathname === receivedPath) return judgeShare(request);
  // `openShell` redirects here if there is no response.
  if (pathname === pathTo('offline') && searchParams.has('to')) return shellFirst(request);
  // The offline page leads on when the site responds, or on request: wait however long it takes.
  if (isFromShell(request)) return orElse(request, () => openShell(request));
  return inTimeOrElse(request, () => openShell(request));
}

/** A cache that fails or does not respond must not keep a page from the network. */
async function storedFirst(request: Request): Promise<Response> {
  const stored = findAsset(request);
  return (await inTime(stored).catch(() => undefined)) ?? orElse(request, () => inTime(stored, storeLimitMs));
}

/**
 * Returns the routes of paths that the router asks for. To the router, a path missing in the response does not exist
 * for as long as the tab is open. So if one of the paths does not open offline, the router is told to load whole
 * pages, as by a server of another version, and gets the page that waits for the connection.
 */
async function answerRouter(request: Request, paths: string[]): Promise<Response> {
  const areKept = paths.every((path) => keptPaths.some((kept) => kept.test(path)));
  // The offline page is of this build, and has already waited for the network.
  if (areKept && isFromShell(request)) return listRoutes();
  return inTimeOrElse(request, async () =>
    areKept ? listRoutes() : new Response(null, { status: 204, headers: { 'X-Remix-Reload-Document': 'true' } }),
  );
}

const listRoutes = (): Response =>
  new Response(JSON.stringify(build.routes), { headers: { 'content-type': 'application/json' } });

const keptPaths = keptRoutes.map((name) => new RegExp(`^${routeTable[name].path.replace(/:\w+/g, '[^/]+')}$`));

/** Fetches from the network, and falls back to `find`. */
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
 * Like `orElse`, but also falls back if the network is silent for so long that the page would seem dead, and there is
 * a shell to show. A later response is discarded, except for its cookies.
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

/** True if the request comes from the offline page (`web/platform/route-headers.ts` lets it send its referrer). */
function isFromShell({ referrer }: Request): boolean {
  return referrer !== '' && new URL(referrer).pathname === pathTo('offline');
}

/** The shell has its own URL, which the router needs; it redirects to the wanted page. */
async function openShell({ url }: Request): Promise<Response | undefined> {
  const shell = await findShell();
  const { pathname, search } = new URL(url);
  if (!shell || pathname === pathTo('offline')) return shell;
  return Response.redirect(`${pathTo('offline')}?to=${encodeURIComponent(pathname + search)}`);
}
