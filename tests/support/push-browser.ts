import type { Page } from '@playwright/test';

import { type Browser, type PushService } from '../../mocks/push/server.ts';
import { pushService } from './e2e-server.ts';
import { site } from './e2e.ts';

/** The browser's permission: not asked yet and granted when asked, or blocked. */
type Permission = 'default' | 'denied';

/**
 * Makes the page subscribe at the tests' push service instead of the vendor's, which tests cannot reach. The permission
 * is `granted` once it is requested.
 */
export async function subscribeAtTestService(page: Page, permission: Permission = 'default'): Promise<Browser> {
  const service: PushService = pushService();
  const browser = service.subscribe();
  await page.context().grantPermissions(['notifications'], { origin: site() });
  await page.context().addInitScript(
    ({ subscription, first }) => {
      const asked = 'test.asked';
      const kept = 'test.subscribed';
      const read = (name: string): string | null => sessionStorage.getItem(name);
      Object.defineProperty(Notification, 'permission', { get: () => (read(asked) ? 'granted' : first) });
      Notification.requestPermission = async () => {
        if (first === 'default') sessionStorage.setItem(asked, '1');
        return Notification.permission;
      };
      const made = (key: string) => ({
        endpoint: subscription.endpoint,
        options: {
          applicationServerKey: Uint8Array.from(
            atob(key.replaceAll('-', '+').replaceAll('_', '/')),
            (c) => c.codePointAt(0) ?? 0,
          ).buffer,
        },
        toJSON: () => subscription,
        unsubscribe: async () => {
          sessionStorage.removeItem(kept);
          return true;
        },
      });
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (read(kept) ? made(read(kept) ?? '') : null),
        subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
          sessionStorage.setItem(kept, key);
          return made(key);
        },
      });
    },
    { subscription: browser.subscription, first: permission },
  );
  return browser;
}

interface Shown {
  title: string;
  options: { body: string; tag: string; actions: { action: string; title: string }[]; data: { path: string } };
}

/** The test worker's scope. Headless browsers show no notifications, whatever the permission. */
interface TestScope {
  registration: { showNotification(title: string, options: Shown['options']): Promise<void> };
  dispatchEvent(event: Event): boolean;
}

function getWorker(page: Page) {
  const worker = page
    .context()
    .serviceWorkers()
    .findLast((one) => one.url().endsWith('/sw.js'));
  if (!worker) throw new Error('the page has no service worker');
  return worker;
}

/**
 * Hands a decrypted push to the page's service worker, as the browser does, and returns the shown notifications. Tests
 * cannot reach the browsers' push services or their notifications.
 */
export async function deliver(page: Page, payload: string): Promise<Shown[]> {
  return getWorker(page).evaluate(async (text) => {
    const scope = globalThis as unknown as TestScope;
    const shown: Shown[] = [];
    scope.registration.showNotification = async (title, options) => void shown.push({ title, options });
    // Headless browsers have no badges, and terminate a worker that sets one.
    Object.assign(navigator, { setAppBadge: async () => undefined, clearAppBadge: async () => undefined });
    let work: Promise<unknown> | undefined;
    const waitUntil = (promise: Promise<unknown>): void => void (work = promise);
    scope.dispatchEvent(
      Object.assign(new Event('push'), { data: { json: () => JSON.parse(text) as unknown }, waitUntil }),
    );
    await work;
    return shown;
  }, payload);
}

/**
 * Clicks a notification or one of its buttons. Returns whether it was closed, and the notifications shown instead. Only
 * the worker receives the click.
 */
export async function clickNotification(
  page: Page,
  { title, options }: Shown,
  action = '',
): Promise<{ isClosed: boolean; shown: Shown[] }> {
  const { tag, data } = options;
  return getWorker(page).evaluate(
    async (clicked) => {
      const scope = globalThis as unknown as TestScope;
      const shown: Shown[] = [];
      scope.registration.showNotification = async (wanted, given) => void shown.push({ title: wanted, options: given });
      let isClosed = false;
      let work: Promise<unknown> | undefined;
      const waitUntil = (promise: Promise<unknown>): void => void (work = promise);
      const notification = { ...clicked, close: () => void (isClosed = true) };
      scope.dispatchEvent(
        Object.assign(new Event('notificationclick'), { notification, action: clicked.action, waitUntil }),
      );
      await work;
      return { isClosed, shown };
    },
    { title, tag, data, action },
  );
}
