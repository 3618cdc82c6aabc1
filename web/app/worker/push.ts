import { calls } from '../../../contract/calls.ts';
import type { PushMessage } from '../../../contract/push.ts';
import { showBadge } from '../../app-badge.ts';
import { nicheSlugOf } from '../../landers/niche-slug.ts';
import { pathTo } from '../../route-table.ts';
import { iconPath } from '../icon-path.ts';
import { build } from './build.ts';
import { type PushMessageData, type WorkerNotification, type WorkerTab, scope } from './scope.ts';
import { findShell } from './shell-cache.ts';

// A second after a click, Firefox opens no tab any more.
const answerWithinMs = 700;
/** The button that ends the kind of a notification. */
export const stopAction = 'stop';
// The browsers that show buttons let a worker open a tab for ten seconds after one was pressed.
const stopWithinMs = 5_000;

/** Shows what was pushed, whatever it is: a browser ends the subscription of a worker that shows nothing. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const message = readPush(data);
  const { title, body, kind, path, badge, stop } = message ?? { ...unreadable, title: await readUnreadable() };
  const icon = await readIcon();
  await scope.registration.showNotification(title, {
    body,
    tag: kind,
    renotify: true,
    icon,
    actions: stop ? [{ action: stopAction, title: stop.label }] : [],
    data: { path, ...(stop && { stop }) },
  });
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
  await openPath(notification.data?.path ?? '/');
}

/**
 * Turns off the kind of a notification, and no other, for the member whom it was for, and says so: that leads to where it
 * is turned on again. Where it cannot be turned off from here, its switch opens.
 */
export async function stopKind(notification: WorkerNotification): Promise<void> {
  notification.close();
  const { title, tag: kind, data } = notification;
  const path = `${pathTo('notifications')}?push=${kind}`;
  const { stop } = data ?? {};
  if (!stop || !(await turnOff(kind, stop.member))) return openPath(path);
  const options = { body: stop.done, tag: kind, renotify: false, icon: await readIcon(), actions: [], data: { path } };
  await scope.registration.showNotification(title, options);
}

async function turnOff(kind: string, member: string): Promise<boolean> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    late = setTimeout(() => resolve(false), stopWithinMs);
  });
  const kinds = { push_disabled: [kind], push_changed: [kind] };
  const done = callServer('setPushKinds', kinds, { 'x-member': member }).then(
    ({ ok }) => ok,
    // Without a connection.
    () => false,
  );
  const isDone = await Promise.race([done, tooLate]);
  clearTimeout(late);
  return isDone;
}

async function openPath(path: string): Promise<void> {
  const url = new URL(path, scope.location.origin);
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

function goesItself(tab: WorkerTab, { pathname, search }: URL): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), answerWithinMs);
    port1.addEventListener('message', () => {
      clearTimeout(late);
      resolve(true);
    });
    port1.start();
    tab.postMessage({ open: pathname + search }, [port2]);
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
  const { status } = await callServer('addPush', { subscription: { endpoint, keys }, renewal: true });
  if (status === 403) await showBadge(0);
}

/** Nobody is there because the worker calls. */
function callServer(name: 'addPush' | 'setPushKinds', input: object, headers: object = {}): Promise<Response> {
  const [method, path] = calls[name].split(' ') as [string, string];
  return fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-client-type': 'web', 'x-hidden': '1', ...headers },
    body: JSON.stringify(input),
  });
}
