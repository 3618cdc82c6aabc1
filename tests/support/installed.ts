import type { Page } from '@playwright/test';

import { expect } from './e2e.ts';

/** Waits until the worker is active and has all that a page without a connection needs, in the page's language. */
export async function workerIsReady(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const shell = await caches.match(`/offline?lang=${document.documentElement.lang}`);
        return [registration?.active?.state, shell !== undefined];
      }),
    )
    .toEqual(['activated', true]);
}

/** The records of a kind in the browser's database. */
export async function keptOf(page: Page, store: 'kept' | 'outbox'): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    (name) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const opening = indexedDB.open('tealight', 1);
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(reading.result as Record<string, unknown>[]);
          });
        });
      }),
    store,
  );
}

/** Waits until what was read can be read again without a connection. */
export async function isKept(page: Page, ...queryKeys: unknown[][]): Promise<void> {
  for (const queryKey of queryKeys)
    await expect
      .poll(async () => (await keptOf(page, 'kept')).map((record) => record['queryKey']))
      .toContainEqual(queryKey);
}

/** Everything that the browser holds for the site: caches, database and both storages, as text. */
export async function everythingKept(page: Page): Promise<string> {
  const databases = await page.evaluate(() => indexedDB.databases());
  const records = databases.length > 0 ? [await keptOf(page, 'kept'), await keptOf(page, 'outbox')] : [];
  const rest = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push(name, request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return [...found, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join('\n');
  });
  return `${JSON.stringify(records)}\n${rest}`;
}
