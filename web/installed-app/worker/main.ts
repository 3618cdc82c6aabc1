import { isLanguage } from '../../../contract/platform/languages.ts';
import { drainOutbox } from '../../chat/outbox/drain-outbox.ts';
import { outboxTag } from '../../chat/outbox/shared-outbox.ts';
import { respondTo } from './respond.ts';
import { openNotification, renewPush, showPush, stopAction, stopKind } from './push.ts';
import { scope } from './scope.ts';
import { addLanguage, dropOldShells, fillShell } from './shell-cache.ts';

/** The service worker. A new one waits until the member wants it (`../use-installed-app.ts`) or all pages close. */
scope.addEventListener('install', (event) => event.waitUntil(fillShell()));
scope.addEventListener('activate', (event) => event.waitUntil(dropOldShells()));
scope.addEventListener('fetch', (event) => {
  const response = respondTo(event.request);
  if (response) event.respondWith(response);
});
scope.addEventListener('sync', (event) => {
  if (event.tag === outboxTag) event.waitUntil(drainOutbox());
});
scope.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));
scope.addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  event.waitUntil(action === stopAction ? stopKind(notification) : openNotification(notification));
});
scope.addEventListener('pushsubscriptionchange', (event) =>
  // Offline, or logged out: the next page attaches it again.
  event.waitUntil(renewPush(event.oldSubscription ?? null).catch(() => undefined)),
);
scope.addEventListener('message', (event) => {
  const { type, language } = event.data as { type?: unknown; language?: unknown };
  if (type === 'take-over') event.waitUntil(scope.skipWaiting());
  // Offline, or with a server of another version, the next page asks again.
  if (isLanguage(language)) event.waitUntil(addLanguage(language).catch(() => undefined));
});
