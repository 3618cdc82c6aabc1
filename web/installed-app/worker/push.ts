import { calls } from '../../../contract/calls.ts';
import type { PushMessage } from '../../../contract/notifications/push.ts';
import { showBadge } from '../../platform/app-badge.ts';
import { resolveNicheSlug } from '../../../contract/settings/niches.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { iconPath } from '../icon-path.ts';
import { inTime } from '../../platform/storage/in-time.ts';
import { sentencesPath } from './build.ts';
import { type PushMessageData, type WorkerNotification, type WorkerTab, scope } from './scope.ts';
import { findShell } from './shell-cache.ts';

// Firefox opens no tab later than a second after a click.
const confirmWithinMs = 700;
export const stopAction = 'stop';
// Browsers that show buttons let a worker open a tab for ten seconds after a press.
const stopWithinMs = 5_000;

/** Shows every push, even an unreadable one: a browser ends the subscription of a worker that shows nothing. */
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
    // The push is of another version, or could not be decrypted.
    return undefined;
  }
}

/**
 * Returns the icon of the niche that the stored shell names, as in the installed app; of the first if none is stored.
 */
async function readIcon(): Promise<string> {
  const shell = await findShell()
    .then((stored) => stored?.text())
    // The icon is optional.
    .catch(() => undefined);
  return `/${iconPath(resolveNicheSlug(1, / data-niche="(\w+)"/.exec(shell ?? '')?.[1]), 192)}`;
}

/** Reads the text for a push that cannot be read, in the language that the pages used last. */
async function readUnreadable(): Promise<string> {
  const english = 'Something new is waiting for you.';
  try {
    const language = new URL((await findShell())?.url ?? '').searchParams.get('lang') ?? 'en';
    const stored = await caches.match(sentencesPath('installed-app', language), { ignoreVary: true });
    const sentences = (await stored?.json()) as Record<string, unknown> | undefined;
    return [sentences?.['installed-app.push-unreadable'] ?? english].flat().join('');
  } catch {
    // Nothing is stored yet.
    return english;
  }
}

/**
 * Opens the page of a notification. An open tab navigates itself, so that nothing in it is lost, or is reloaded;
 * without one, a new tab opens.
 */
export async function openNotification(notification: WorkerNotification): Promise<void> {
  notification.close();
  await openPath(notification.data?.path ?? '/');
}

/** Acts for the member it was sent to, and confirms it in a notification. If that fails, the setting opens. */
export async function stopKind(notification: WorkerNotification): Promise<void> {
  notification.close();
  const { title, tag: kind, data } = notification;
  const path = `${pathTo('notifications')}?push=${kind}`;
  const { stop } = data ?? {};
  if (!stop || !(await turnOff(kind, stop.member))) return openPath(path);
  const options = { body: stop.done, tag: kind, renotify: false, icon: await readIcon(), actions: [], data: { path } };
  await scope.registration.showNotification(title, options);
}

/** Turns a kind of push off; false offline, and if the server is silent. */
function turnOff(kind: string, member: MemberId): Promise<boolean> {
  const kinds = { push_disabled: [kind], push_changed: [kind] };
  const asked = callServer('setPushKinds', kinds, { 'x-member': member });
  return inTime(asked, stopWithinMs).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function openPath(path: string): Promise<void> {
  const url = new URL(path, scope.location.origin);
  // Only the path is used, so a push cannot lead to another site.
  const target = url.origin === scope.location.origin ? url : new URL('/', scope.location.origin);
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ visibilityState }) => visibilityState === 'visible') ?? tabs[0];
  if (!tab || !(await lead(tab, target))) await scope.clients.openWindow(target.href);
}

/** Returns false if the page does not respond and the worker may not navigate it, as when the tab is older. */
async function lead(tab: WorkerTab, target: URL): Promise<boolean> {
  const own = await scope.clients.matchAll({ type: 'window', includeUncontrolled: false });
  const isOwn = own.some(({ id }) => id === tab.id);
  // If the browser does not let the tab come to the front, it still navigates.
  const focus = (): Promise<unknown> => tab.focus().catch(() => undefined);
  // A click allows one action, focusing a tab or opening one, so a tab must not be focused in vain.
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
  const confirmed = new Promise<boolean>((resolve) => port1.addEventListener('message', () => resolve(true)));
  port1.start();
  tab.postMessage({ open: pathname + search }, [port2]);
  return inTime(confirmed, confirmWithinMs).catch(() => false);
}

/** Renews the subscription, which the server takes if the session had `old`. If it has ended, clears the badge. */
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

/** Calls the server. `x-hidden` says that no user is present. */
function callServer(name: 'addPush' | 'setPushKinds', input: object, headers: object = {}): Promise<Response> {
  const [method, path] = calls[name].split(' ') as [string, string];
  return fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-client-type': 'web', 'x-hidden': '1', ...headers },
    body: JSON.stringify(input),
  });
}
