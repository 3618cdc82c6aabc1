import { calls } from '../../../contract/calls.ts';
import type { PushMessage } from '../../../contract/push.ts';
import { showBadge } from '../../app-badge.ts';
import { nicheSlugOf } from '../../landers/niche-slug.ts';
import { iconPath } from '../icon-path.ts';
import { build } from './build.ts';
import { type PushMessageData, type WorkerNotification, type WorkerTab, scope } from './scope.ts';
import { findShell } from './shell-cache.ts';

// A second after a click, Firefox opens no tab any more.
const answerWithinMs = 700;

/** Shows what was pushed, whatever it is: a browser ends the subscription of a worker that shows nothing. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const message = readPush(data);
  const { title, body, kind, path, badge } = message ?? { ...unreadable, title: await readUnreadable() };
  const icon = await readIcon();
  await scope.registration.showNotification(title, { body, tag: kind, renotify: true, icon, data: { path } });
  if (message) await showBadge(badge);
}

const unreadable: PushMessage = { title: '', body: '', kind: 'unreadable', path: '/chats', badge: 0 };

function readPush(data: PushMessageData | null): PushMessage | undefined {
  try {
    const message = data?.json() as Partial<PushMessage> | undefined;
    return typeof message?.title === 'string' && typeof message.path === 'string'
      ? { ...unreadable, ...message, title: message.title, path: message.path }
      : undefined;
  } catch {
    // Not of this version, or could not be decrypted.
    return undefined;
  }
}

/** The icon of the niche that the stored shell names, as the installed app has it; of the first where nothing is stored. */
async function readIcon(): Promise<string> {
  const shell = await findShell()
    .then((answer) => answer?.text())
    // The icon is an extra.
    .catch(() => undefined);
  return `/${iconPath(nicheSlugOf(1, / data-niche="(\w+)"/.exec(shell ?? '')?.[1]), 192)}`;
}

/** What is said of a push that cannot be read, in the language that the pages had last. */
async function readUnreadable(): Promise<string> {
  const english = 'Something new is waiting for you.';
  try {
    const language = new URL((await findShell())?.url ?? '').searchParams.get('lang') ?? 'en';
    const answer = await caches.match(`${build.sentences}/app.${language}.json`, { ignoreVary: true });
    const sentences = (await answer?.json()) as Record<string, unknown> | undefined;
    return [sentences?.['app.push-unreadable'] ?? english].flat().join('');
  } catch {
    // Nothing is stored yet.
    return english;
  }
}

/**
 * Opens what a notification is about, in the tab that is there: its page goes there itself, so that nothing in it is lost.
 * One that does not answer is loaded anew, and where the worker may not do that, or without any, a new one opens.
 */
export async function openNotification(notification: WorkerNotification): Promise<void> {
  notification.close();
  const url = new URL(notification.data?.path ?? '/', scope.location.origin);
  // A path alone: nothing that was pushed leads elsewhere.
  const target = url.origin === scope.location.origin ? url : new URL('/', scope.location.origin);
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ visibilityState }) => visibilityState === 'visible') ?? tabs[0];
  if (!tab || !(await lead(tab, target))) await scope.clients.openWindow(target.href);
}

/** Leads a tab to its page; false if it cannot be led, like one that was open before there was a worker. */
async function lead(tab: WorkerTab, target: URL): Promise<boolean> {
  const own = await scope.clients.matchAll({ type: 'window', includeUncontrolled: false });
  const isOwn = own.some(({ id }) => id === tab.id);
  // Where a browser does not let it come to the front, it still goes there.
  const focus = (): Promise<unknown> => tab.focus().catch(() => undefined);
  // A click allows one thing, to bring a tab to the front or to open one: no tab comes to the front in vain.
  if (isOwn) await focus();
  if (await goesItself(tab, target)) return isOwn || focus().then(() => true);
  return (
    isOwn &&
    tab.navigate(target.href).then(
      () => true,
      () => false,
    )
  );
}

function goesItself(tab: WorkerTab, { pathname }: URL): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), answerWithinMs);
    port1.addEventListener('message', () => {
      clearTimeout(late);
      resolve(true);
    });
    port1.start();
    tab.postMessage({ open: pathname }, [port2]);
  });
}

/**
 * The browser has replaced its subscription: the server gets the new one, if it had the old one for this session. Where
 * that has ended, there is nothing left to count.
 */
export async function renewPush(old: PushSubscription | null): Promise<void> {
  const key = old?.options.applicationServerKey;
  const { pushManager } = scope.registration;
  const fresh =
    (await pushManager.getSubscription()) ??
    (key && (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  const [method, path] = calls.addPush.split(' ') as [string, string];
  const { status } = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-client-type': 'web', 'x-hidden': '1' },
    body: JSON.stringify({ subscription: { endpoint, keys }, renewal: true }),
  });
  if (status === 403) await showBadge(0);
}
