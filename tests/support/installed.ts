import type { BrowserContext, Page, Worker } from '@playwright/test';

import { expect } from './e2e.ts';
import { couple, openChat, sendText } from './talk.ts';

/** Opens a conversation in her browser, with a service worker that controls the page. */
export async function installed(...[browser, hers = {}]: Parameters<typeof couple>) {
  const two = await couple(browser, { worker: true, premium: true, ...hers });
  const { she, he } = two;
  const chat = await sendText(he, she, 'Hello');
  await openChat(she, chat);
  await workerIsReady(she.page);
  await isKept(she.page, ['user'], ['chats'], ['chat', chat]);
  await openChat(she, chat);
  expect(await she.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  return { ...two, chat };
}

/**
 * Waits until the worker is active and has everything for offline pages in the page's language. Its installation fails
 * as a whole if a busy server refuses a file; the next page then retries it.
 */
export async function workerIsReady(page: Page): Promise<void> {
  let looks = 0;
  await expect(async () => {
    const [state, hasShell] = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const shell = await caches.match(`/offline?lang=${document.documentElement.lang}`);
      return [registration?.active?.state, shell !== undefined];
    });
    looks += 1;
    if (state === undefined && looks % 60 === 0) await page.reload();
    expect([state, hasShell]).toEqual(['activated', true]);
  }).toPass({ intervals: [250], timeout: 120_000 });
}

/** Stops the page from sending, even while it closes, so that its outbox is left to the worker. */
export async function stopSending(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function sendNoCall(frame: string) {
      if (frame.startsWith('{"type":"call"')) throw new TypeError('Failed to fetch');
      send.call(this, frame);
    };
  });
}

function getWorker(context: BrowserContext): Worker {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('there is no service worker');
  return worker;
}

/** Makes the worker ignore badges: headless browsers have none, and terminate a worker that sets one. */
export async function muteBadges(context: BrowserContext): Promise<void> {
  await getWorker(context).evaluate(() => {
    const ignore = async (): Promise<void> => undefined;
    Object.assign(navigator, { setAppBadge: ignore, clearAppBadge: ignore });
  });
}

/** Wakes the worker to send the outbox, as Background Sync does. Returns the badges that it has shown. */
export async function wakeWorker(context: BrowserContext): Promise<(number | null)[]> {
  return getWorker(context).evaluate(async () => {
    const shown: (number | null)[] = [];
    // Headless browsers have no badges, and terminate a worker that sets one.
    const setAppBadge = async (count?: number): Promise<void> => void shown.push(count ?? null);
    Object.assign(navigator, { setAppBadge, clearAppBadge: setAppBadge });
    let work: Promise<unknown> | undefined;
    const waitUntil = (promise: Promise<unknown>): void => void (work = promise);
    dispatchEvent(Object.assign(new Event('sync'), { tag: 'outbox', waitUntil }));
    await work;
    return shown;
  });
}

/** Reads the records of a store in the browser's database; photos as text. */
export async function readRecords(page: Page, store: 'kept' | 'outbox'): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    (name) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const opening = indexedDB.open('tealight', 1);
        // The database does not exist yet, and this must not create it.
        opening.addEventListener('upgradeneeded', () => {
          opening.transaction?.abort();
          resolve([]);
        });
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(name).objectStore(name).getAll();
          reading.addEventListener('success', () => {
            opening.result.close();
            const plain = async (record: object): Promise<Record<string, unknown>> => {
              const fields = Object.entries(record).map(async ([field, value]: [string, unknown]) => [
                field,
                value instanceof Blob ? await value.text() : value,
              ]);
              return Object.fromEntries(await Promise.all(fields)) as Record<string, unknown>;
            };
            resolve(Promise.all((reading.result as object[]).map(plain)));
          });
        });
      }),
    store,
  );
}

/** Waits until these queries are stored for offline use. */
export async function isKept(page: Page, ...queryKeys: unknown[][]): Promise<void> {
  for (const queryKey of queryKeys)
    await expect
      .poll(async () => (await readRecords(page, 'kept')).map((record) => record['queryKey']))
      .toContainEqual(queryKey);
}

/** Stores the texts in every place where the app keeps member data, one as content shared by another app. */
export async function plant(page: Page, owner: string, texts: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ planted, member }) => {
      const cache = await caches.open(`tealight-photos-${member}`);
      const opened = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('tealight', 1);
        opening.addEventListener('success', () => resolve(opening.result));
      });
      for (const [index, text] of planted.entries()) {
        if (index === 0) {
          const shared = new FormData();
          for (const [name, value] of Object.entries({ text, member, at: String(Date.now()) })) shared.set(name, value);
          await (await caches.open('tealight-shared')).put('/shared/kept', new Response(shared));
        } else if (index % 4 === 0)
          await cache.put(`/media/member/${text}/thumb.webp?e=9999999999`, new Response(text));
        else if (index % 4 === 1) localStorage.setItem(`tealight.member.${member}.draft.${index}`, text);
        else {
          const store = index % 4 === 2 ? 'kept' : 'outbox';
          const record =
            store === 'kept'
              ? { key: text, queryKey: ['user', text], data: text, at: 0 }
              : { key: `photo-draft.${index}`, photo: new Blob([text]), at: 0 };
          const writing = opened.transaction(store, 'readwrite');
          writing.objectStore(store).put({ member, ...record });
          await new Promise((resolve) => writing.addEventListener('complete', resolve));
        }
      }
      opened.close();
    },
    { planted: texts, member: owner },
  );
}

/** Collects everything that the browser stores for the site, as text: caches, database and both storages. */
export async function everythingKept(page: Page): Promise<string> {
  const databases = await page.evaluate(() => indexedDB.databases());
  const records = databases.length > 0 ? [await readRecords(page, 'kept'), await readRecords(page, 'outbox')] : [];
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
