import { pageWaitMs } from '../../../contract/platform/limits.ts';
import { receivedPath } from '../../../contract/installed-app/share-target.ts';
import { pathTo } from '../../platform/route-table.ts';
import { membersIn } from '../database.ts';
import { inTime } from '../in-time.ts';
import { dropHeld, holdShared, keepHeld, keepShared, readShare } from '../shared.ts';

/**
 * Keeps content that another app shares, and opens the page that asks for a receiver; nothing is sent. A member who
 * is logged out logs in first. Any website can post the same form: a post with a foreign origin is ignored. The
 * system sends no origin, and neither does a page that hides its own, so such content is held until `judgeShare`.
 */
export async function takeShare(request: Request): Promise<Response> {
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
 * Keeps or drops held content, depending on who began the navigation that `takeShare` redirected. Browsers do not
 * tell a worker, but send the headers that say so with a request that the worker passes on. If the server does not
 * respond, held content does not replace content that waits.
 */
export async function judgeShare(request: Request): Promise<Response> {
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
 * Asks the server whether the system or a page of this site began a navigation; undefined if it does not respond in
 * time. The request is passed on as it is: with any option, a browser makes it the worker's own request.
 */
async function asksServer(request: Request): Promise<boolean | undefined> {
  try {
    const { type, status } = await Promise.race([fetch(request), silence()]);
    if (type === 'opaqueredirect') return true;
    return status === 403 ? false : undefined;
  } catch {
    return undefined;
  }
}

async function silence(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, pageWaitMs));
  throw new Error('The server is silent.');
}

function toPage(problem: string | null): Response {
  return Response.redirect(pathTo('shared') + (problem ? `?problem=${problem}` : ''), 303);
}
