import type { Page } from '@playwright/test';

import { type Browser, type PushService } from '../../mocks/push/server.ts';
import { pushService } from './e2e-server.ts';
import { site } from './e2e.ts';

/** What a test makes of a browser's permission: not asked yet and granted when asked, or blocked. */
type Permission = 'default' | 'denied';

/**
 * A browser that subscribes at the push service of the tests instead of its vendor's, which no test can reach. What its
 * member answers is `granted` once they are asked.
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

/** What the worker of the tests has: headless browsers show no notifications, whatever they are allowed. */
interface TestScope {
  registration: { showNotification(title: string, options: Shown['options']): Promise<void> };
  dispatchEvent(event: Event): boolean;
}

function workerOf(page: Page) {
  const worker = page
    .context()
    .serviceWorkers()
    .findLast((one) => one.url().endsWith('/sw.js'));
  if (!worker) throw new Error('the page has no service worker');
  return worker;
}

/**
 * Hands the page's service worker what the push service has decrypted, as the browser does, and returns what it shows:
 * the push services of browsers, and their notifications, are out of reach of a test.
 */
export async function deliver(page: Page, payload: string): Promise<Shown[]> {
  return workerOf(page).evaluate(async (text) => {
    const scope = globalThis as unknown as TestScope;
    const shown: Shown[] = [];
    scope.registration.showNotification = async (title, options) => void shown.push({ title, options });
    // Headless browsers have no badges and end a worker that asks for one.
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
 * Clicks a notification or one of its buttons, as its member would, and returns whether it is gone and what is shown
 * instead: nothing but the worker hears of it.
 */
export async function clickNotification(
  page: Page,
  { title, options }: Shown,
  action = '',
): Promise<{ isClosed: boolean; shown: Shown[] }> {
  const { tag, data } = options;
  return workerOf(page).evaluate(
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
