import type { Page } from '@playwright/test';

import { type Person, api, buy, expect, test } from '../support/e2e.ts';
import { type Front, behindFront } from '../support/front.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { readRecords, workerIsReady } from '../support/installed.ts';
import { box, couple, credits, openChat, sendOverHttp, sendText, chatting } from '../support/talk.ts';

/** The number of network outages and of messages sent meanwhile. The full proof uses 50 and 1,000. */
const flaps = Number(process.env['APP_FLAPS'] ?? 4);
const sends = Number(process.env['APP_SENDS'] ?? 8);
test.describe.configure({ timeout: 180_000 + 8_000 * (flaps + sends) });

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

/** Switches the server to the next version; the page is notified, and the member takes the new worker. */
async function publishUpdate(front: Front, page: Page): Promise<void> {
  front.version = 'new';
  front.worker = 'new';
  // A browser gives up the installation if one file is late, and retries when asked.
  await expect(async () => {
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
    await expect(page.getByText(say('installed-app.update'))).toBeVisible();
  }).toPass({ timeout: 120_000 });
  // The old worker first finishes its work.
  const reloaded = page.waitForEvent('load', { timeout: 120_000 });
  await button(page, 'installed-app.update-action').click();
  await reloaded;
}

const mixed = [
  ['old', 'new'],
  ['new', 'old'],
] as const;
const alike = [
  ['old', 'old'],
  ['new', 'new'],
] as const;
// The full proof also runs equal versions.
const pairs = flaps < 50 ? mixed : [...mixed, ...alike];
for (const [worker, server] of pairs)
  test(`three tabs keep their drafts while the network comes and goes, with the ${worker} worker and the ${server} server`, async ({
    browser,
    complaints,
  }) => {
    complaints.allow(/./);
    await behindFront(async (front) => {
      const { she, he, close, chat } = await chatting(browser, { worker: true, premium: true });
      await workerIsReady(she.page);
      await openChat(she, chat);
      if (worker === 'new') await publishUpdate(front, she.page);
      front.version = server;
      const tabs = [she.page, await she.context.newPage(), await she.context.newPage()];
      for (const [index, page] of tabs.entries()) {
        if (index > 0) await openChat({ ...she, page }, chat);
      }
      const loads = tabs.map(countLoads);
      for (const [index, page] of tabs.entries()) await box({ ...she, page }, he).fill(`A draft of tab ${index}`);
      for (let flap = 0; flap < flaps; flap += 1) {
        front.cut();
        for (const page of tabs) {
          await box({ ...she, page }, he).press('End');
          await box({ ...she, page }, he).press(String(flap % 10));
        }
        front.mend();
        await expect.poll(async () => (await api(she.context.request, 'getUser')).status).toBe(200);
      }
      const typed = Array.from({ length: flaps }, (_, flap) => flap % 10).join('');
      for (const [index, page] of tabs.entries()) {
        await expect(box({ ...she, page }, he)).toHaveValue(`A draft of tab ${index}${typed}`);
        expect([index, loads[index]?.()]).toEqual([index, 0]);
      }
      for (const isCut of [true, false]) {
        if (isCut) front.cut();
        else front.mend();
        await openAlive(tabs[0] as Page, `/chats/${chat}`);
        await expect(box(she, he)).toHaveValue(`A draft of tab 2${typed}`);
      }
      await close();
    });
  });

test('a new version is announced, and only the tab that accepts it reloads, with its draft', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/api\/live/, /manifest patches/);
  await behindFront(async (front) => {
    const { she, he, close, chat } = await chatting(browser, { worker: true });
    await workerIsReady(she.page);
    await openChat(she, chat);
    const other = await she.context.newPage();
    await openChat({ ...she, page: other }, chat);
    await box({ ...she, page: other }, he).fill('Written in the other tab');
    const loads = countLoads(other);
    await publishUpdate(front, she.page);
    await expect(box(she, he)).toHaveValue('Written in the other tab');
    expect(await she.page.evaluate(() => document.scripts[0]?.ownerDocument.documentElement.outerHTML)).toContain(
      '/assets/next/',
    );
    await expect(box({ ...she, page: other }, he)).toHaveValue('Written in the other tab');
    expect(loads()).toBe(0);
    await close();
  });
});

for (const hasSync of [true, false])
  test(`${sends} messages whose connections are cut arrive once, in order, with one debit each, ${hasSync ? 'with' : 'without'} Background Sync`, async ({
    browser,
    complaints,
  }) => {
    complaints.allow(/./);
    await behindFront(async (front) => {
      const { she, he, close } = await couple(browser, { worker: true, premium: true });
      if (!hasSync)
        await she.context.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
      const chat = await sendText(he, she, 'Hello');
      await sendOverHttp(she.context);
      await openChat(she, chat);
      await workerIsReady(she.page);
      await openChat(she, chat);
      expect(await she.page.evaluate(async () => 'sync' in (await navigator.serviceWorker.ready))).toBe(hasSync);
      const { message_credits: price } = (await api(she.context.request, 'getChat', { conversation: chat })).body;
      for (let held = await credits(she); held < price * sends; held = await credits(she)) {
        await buy(she.context, -1);
        await expect.poll(() => credits(she)).toBeGreaterThan(held);
      }
      await openChat(she, chat);
      const before = await credits(she);
      const texts = Array.from({ length: sends }, (_, index) => `Message ${index}`);
      // Each message's first attempt is cut, somewhere in its request or response; the retry gets through.
      let tried = 0;
      front.fateOfSend = () => {
        tried += 1;
        return tried % 2 === 1 ? { of: tried % 4 === 1 ? 'request' : 'answer', part: Math.random() } : null;
      };
      for (const [index, text] of texts.entries()) {
        await box(she, he).fill(text);
        await box(she, he).press('Enter');
        if (index % 8 === 3) await killWorkers(she.page);
        if (index % 8 !== 7) continue;
        // The tab is closed once the message is stored; the worker or the next page sends it.
        const isKept = async (): Promise<boolean> =>
          JSON.stringify(await readRecords(she.page, 'outbox')).includes(text) ||
          (await allTexts(she, chat)).includes(text);
        await expect.poll(isKept).toBe(true);
        await she.page.close();
        she.page = await she.context.newPage();
        await expect(async () => openAlive(she.page, `/chats/${chat}`)).toPass();
      }
      await expect
        .poll(async () => (await readRecords(she.page, 'outbox')).length, { timeout: 60_000 + 4_000 * sends })
        .toBe(0);
      expect(await allTexts(she, chat)).toEqual(['Hello', ...texts]);
      expect(before - (await credits(she))).toBe(price * sends);
      expect(tried).toBeGreaterThanOrEqual(2 * sends);
      await close();
    });
  });

async function killWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

/** Reads the texts of all messages, first to last; calls that are cut are retried. */
async function allTexts({ context }: Person, conversation: string): Promise<(string | null)[]> {
  const all: (string | null)[] = [];
  for (let before: number | undefined; before !== 1;) {
    const input = { conversation, ...(before !== undefined && { before }) };
    const answer = await api(context.request, 'getChat', input).catch(() => undefined);
    if (!answer) continue;
    all.unshift(...answer.body.messages.map(({ text }) => text));
    before = answer.body.messages[0]?.seq ?? 1;
  }
  return all;
}
