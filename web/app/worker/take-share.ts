import { pageWaitMs } from '../../../contract/limits.ts';
import { receivedPath } from '../../../contract/share-target.ts';
import { pathTo } from '../../route-table.ts';
import { membersIn } from '../database.ts';
import { inTime } from '../in-time.ts';
import { dropHeld, holdShared, keepHeld, keepShared, readShare } from '../shared.ts';

/**
 * Keeps what another app shares with this one, and opens the page that asks whom it is for; nothing is sent. Whoever is not
 * logged in logs in first. Any page of the web can post the same form: one that says its origin is not heard. The system
 * says none, and neither does a page that hides its own, so what either posts is held until `judgeShare`.
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
 * Keeps or drops what is held, by who began the navigation that `takeShare` has sent on. Browsers show a worker neither
 * that nor the headers that say it, but send these with what the worker asks in its name. Where nobody answers, what is
 * held does not take the place of what waits.
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
 * Whether the system or a page of ours began a navigation; undefined where the server does not say in time. The request is
 * passed on as it is: with any option beside it, a browser makes it one of the worker's own.
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
