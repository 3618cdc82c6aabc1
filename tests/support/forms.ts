import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';

import type { SentenceId } from '../../locales/parts.ts';
import { type Person, expect, sentence, site } from './e2e.ts';

/** Returns a sentence in English. */
export const say = (id: SentenceId, values?: Record<string, unknown>): string => sentence('en', id, values);

/** Finds the button with exactly this name. */
export const button = (page: Page, id: SentenceId): Locator => page.getByRole('button', { name: say(id), exact: true });

/** Waits until the page is hydrated. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
}

/** Opens a page and waits until it is hydrated. */
export async function openAlive(page: Page, path: string): Promise<void> {
  await page.goto(site() + path);
  await isAlive(page);
}

/** Stops a page's installed clock, which then advances only by calls, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  // On a slow machine the time may have passed; the clock stands since that attempt, so the next one succeeds.
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))).toPass();
}

/** Opens a page without JavaScript, of a visitor or of the member `as`. */
export async function newPlainPage(
  browser: Browser,
  { as, ...options }: BrowserContextOptions & { as?: Person } = {},
): Promise<Page> {
  const session = as && { storageState: await as.context.storageState() };
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en', ...session, ...options });
  return context.newPage();
}

/** Fires the browser's event for another tab in front, or for this one again. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    hidden ? 'hidden' : 'visible',
  );
}

/** Answers a call as if the login were too old to replace the password, until the page's routes are removed. */
export async function askForPassword(page: Page, call: string): Promise<void> {
  const json = { error: 'input.invalid', message: '', fields: { password: 'field.missing' } };
  await page.route(call, (route) => route.fulfill({ status: 422, json }));
}

/** Cuts the network once the tabs have loaded everything; a tab whose script fails would reload. */
export async function goOffline(first: Page, ...others: Page[]): Promise<void> {
  for (const page of [first, ...others]) await page.waitForLoadState('networkidle');
  await first.context().setOffline(true);
}
