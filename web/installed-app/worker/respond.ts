import { receivedPath } from '../../../contract/installed-app/share-target.ts';
import { pageWaitMs } from '../../../contract/platform/limits.ts';
import { pathTo, routeTable } from '../../platform/pages/route-table.ts';
import { membersIn } from '../../platform/storage/database.ts';
import { inTime, isLate, storeLimitMs } from '../../platform/storage/in-time.ts';
import { keptRoutes } from '../kept-parts.ts';
import { findPhoto } from '../photo-cache.ts';
import { dropHeld, holdShared, keepHeld, keepShared, readShare } from '../../chat/share/shared.ts';
import { build } from './build.ts';
import { findAsset, findShell } from './shell-cache.ts';

/** Returns the worker's response, or undefined to leave a request to the browser (see `../README.md`). */
export function respondTo(request: Request): Promise<Response> | undefined {
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method === 'POST' && origin === location.origin && pathname === pathTo('shared'))
    return storeShare(request);
  if (request.method !== 'GET' || origin !== location.origin) return undefined;
  if (pathname.startsWith('/assets/')) return storedFirst(request);
  if (pathname.startsWith('/media/')) return orElse(request, () => inTime(findPhoto(request.url), storeLimitMs));
  if (pathname === '/__manifest') return respondToRouter(request, (searchParams.get('paths') ?? '').split(','));
  if (request.mode !== 'navigate' || pathname.startsWith('/api/')) return undefined;
  // `storeShare` redirects here with posted content.
  if (pathname === receivedPath) return judgeShare(request);
  // `openShell` redirects here if there is no response.
  if (pathname === pathTo('offline') && searchParams.has('to')) return shellFirst(request);
  // The offline page leads on when the site responds, or on request: wait however long it takes.
  if (isFromShell(request)) return orElse(request, () => openShell(request));
  return inTimeOrElse(request, () => openShell(request));
}

/** Responds from the cache, unless it fails or does not respond: it must not keep a page from the network. */
async function storedFirst(request: Request): Promise<Response> {
  const stored = findAsset(request);
  return (await inTime(stored).catch(() => undefined)) ?? orElse(request, () => inTime(stored, storeLimitMs));
}

/**
 * Responds to the router's question for routes. A path missing in the response does not exist for it as long as the tab
 * is open. So if one of the paths does not open offline, it is told to load whole pages, as by a server of another
 * version, and gets the page that waits for the connection.
 */
async function respondToRouter(request: Request, paths: string[]): Promise<Response> {
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
 * Responds from the network or else by `find`, also if the network is too slow and there is a shell. A later response
 * only sets its cookies.
 */
async function inTimeOrElse(request: Request, find: () => Promise<Response | undefined>): Promise<Response> {
  const response = orElse(request, find);
  try {
    return await inTime(response, pageWaitMs);
  } catch (error) {
    if (!isLate(error)) throw error;
    return ((await findShell()) && (await find())) ?? response;
  }
}

async function shellFirst(request: Request): Promise<Response> {
  return (await findShell()) ?? fetch(request);
}

/** True if the request comes from the offline page (`platform/pages/route-headers.ts` lets it send its referrer). */
function isFromShell({ referrer }: Request): boolean {
  return referrer !== '' && new URL(referrer).pathname === pathTo('offline');
}

/** Redirects from the shell, which has its own URL because the router needs one, to the wanted page. */
async function openShell({ url }: Request): Promise<Response | undefined> {
  const shell = await findShell();
  const { pathname, search } = new URL(url);
  if (!shell || pathname === pathTo('offline')) return shell;
  return Response.redirect(`${pathTo('offline')}?to=${encodeURIComponent(pathname + search)}`);
}

/**
 * Keeps content that another app shares and asks for a receiver, after a login if needed. Any website can post the same
 * form, so a foreign origin is ignored. The system sends no origin, and neither does a page that hides its own: such
 * content is held until `judgeShare`.
 */
async function storeShare(request: Request): Promise<Response> {
  const origin = request.headers.get('origin') ?? 'null';
  if (origin !== 'null' && origin !== location.origin) return toPage(null);
  const form = await request.formData().catch(() => new FormData());
  const { problem, ...shared } = readShare(form);
  if (shared.text === '' && !shared.photo) return toPage(problem);
  try {
    const [member = null] = await inTime(membersIn('kept')).catch(() => []);
    if (origin === location.origin) {
      await keepShared(shared, member);
      return toPage(problem);
    }
    const id = crypto.randomUUID();
    await holdShared(shared, member, id);
    return Response.redirect(`${receivedPath}?id=${id}${problem ? `&problem=${problem}` : ''}`, 303);
  } catch {
    return toPage('room');
  }
}

/**
 * Decides by who began the redirected navigation, which only the headers of a passed-on request tell. If the server
 * does not respond, held content does not replace content that waits.
 */
async function judgeShare(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('id') ?? '';
  const isOurs = await asksServer(request);
  try {
    if (isOurs === false) {
      await dropHeld();
      return toPage(null);
    }
    const outcome = await keepHeld(id, { inPlace: isOurs === true });
    return toPage(outcome === 'dropped' ? 'waits' : searchParams.get('problem'));
  } catch {
    return toPage('room');
  }
}

/**
 * Finds out whether the page asks for the server; undefined without a timely response. The request has no options,
 * because any would make it the worker's own.
 */
async function asksServer(request: Request): Promise<boolean | undefined> {
  try {
    const { type, status } = await inTime(fetch(request), pageWaitMs);
    if (type === 'opaqueredirect') return true;
    return status === 403 ? false : undefined;
  } catch {
    return undefined;
  }
}

function toPage(problem: string | null): Response {
  return Response.redirect(pathTo('shared') + (problem ? `?problem=${problem}` : ''), 303);
}
