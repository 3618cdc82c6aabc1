import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { api, expect, expectAccessible, password, person, sentence, site, test } from '../support/e2e.ts';
import {
  everythingKept,
  installed,
  isKept,
  muteBadges,
  plant,
  readRecords,
  stopSending,
  wakeWorker,
} from '../support/installed.ts';
import { isAlive, say } from '../support/forms.ts';
import { box, couple, credits, log, openChat, openLive, sendOverHttp, sendText, write } from '../support/talk.ts';

const outbox = (page: Page) => readRecords(page, 'outbox');

test('the last conversations and the member’s own profile can be read offline, in German', async ({
  browser,
  complaints,
}) => {
  const language = 'de';
  complaints.allow(/api\/live/, /Failed to fetch/, /manifest patches/);
  const { she, he, chat } = await installed(browser, { language });
  const { page } = she;
  await she.context.setOffline(true);
  await page.goto(`${site()}/chats/${chat}`);
  await expect(page).toHaveURL(`${site()}/chats/${chat}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(log(she).getByText('Hello')).toBeVisible();
  await page.goto(`${site()}/chats`);
  await expect(page.getByRole('link', { name: new RegExp(he.name) })).toBeVisible();
  await page.goto(`${site()}/profile`);
  await expect(page.locator('main').getByText(she.name).first()).toBeVisible();
  // A page that is not stored says so, and opens automatically later.
  await page.goto(`${site()}/members`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence(language, 'shell.error.offline'));
  await expectAccessible(page);
  await page.getByRole('link', { name: sentence(language, 'shell.messages'), exact: true }).click();
  await expect(page.getByRole('link', { name: new RegExp(he.name) })).toBeVisible();
  await page.goto(`${site()}/members`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence(language, 'shell.error.offline'));
  await she.context.setOffline(false);
  await page.waitForURL(`${site()}/members`);
});

test('messages written offline are sent once when the connection is back, even by the worker after the page is closed', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/api\/live/, /Failed to fetch/, /manifest patches/);
  const { she, he, chat } = await installed(browser);
  const before = await credits(she);
  await she.context.setOffline(true);
  await she.page.goto(`${site()}/chats/${chat}`);
  await write(she, he, 'First without a connection');
  await write(she, he, 'Second without a connection');
  await box(she, he).fill('A draft');
  await expect.poll(async () => (await outbox(she.page)).length).toBe(2);
  await she.page.reload();
  await expect(log(she).getByText('Second without')).toBeVisible();
  await expect(box(she, he)).toHaveValue('A draft');
  await she.context.setOffline(false);
  await expect.poll(async () => (await outbox(she.page)).length).toBe(0);
  const { messages } = (await api(he.context.request, 'getChat', { conversation: chat })).body;
  expect(messages.map(({ text }) => text)).toEqual([
    'Hello',
    'First without a connection',
    'Second without a connection',
  ]);
  expect(before - (await credits(she))).toBeGreaterThan(0);
  await expect(log(she).getByText('Second without')).toHaveCount(1);
  await expect(box(she, he)).toHaveValue('A draft');

  await she.context.setOffline(true);
  await write(she, he, 'Sent by the worker');
  await expect.poll(async () => (await outbox(she.page)).length).toBe(1);
  await stopSending(she.page);
  await she.page.close();
  await she.context.setOffline(false);
  expect(await wakeWorker(she.context)).toEqual([]);
  // Background Sync may have woken the worker before the test did.
  const arrived = async (): Promise<number> => {
    const after = (await api(he.context.request, 'getChat', { conversation: chat })).body.messages;
    return after.filter(({ text }) => text === 'Sent by the worker').length;
  };
  await expect.poll(arrived).toBe(1);
});

test('a logout leaves none of fifty canaries in the browser (PII-07)', async ({ browser, complaints }) => {
  complaints.allow(/api\/live/, /Failed to fetch/, /ERR_FAILED \(.*\/api\/message\.php\)/, /manifest patches/);
  const { she, he, chat } = await installed(browser);
  const { page } = she;
  await sendOverHttp(page);
  await openChat(she, chat);
  const canaries = Array.from({ length: 50 }, (_, index) => `canary-${index}-${randomUUID()}`);
  for (const canary of canaries.slice(0, 3)) await sendText(he, she, canary);
  await expect(log(she).getByText(canaries[2] ?? '')).toBeVisible();
  await she.context.setOffline(true);
  await write(she, he, canaries[3] ?? '');
  await box(she, he).fill(canaries[4] ?? '');
  // The other canaries go wherever the app stores data.
  await plant(page, she.id, canaries.slice(5));
  await isKept(page, ['chat', chat]);
  const holds = async (): Promise<string[]> => {
    const kept = await everythingKept(page);
    return [...canaries, she.id, she.email, he.id].filter((canary) => kept.includes(canary));
  };
  await expect.poll(async () => (await holds()).length).toBe(53);

  // The worker, which Background Sync wakes, must not send the message either.
  await she.context.route('**/api/message.php', (route) => route.abort());
  await she.context.setOffline(false);
  await page.getByLabel(say('shell.account', { name: she.name })).click();
  await page.getByRole('button', { name: say('shell.log-out') }).click();
  await page.getByRole('button', { name: say('installed-app.log-out-anyway') }).click();
  await page.waitForURL(`${site()}/`);
  expect(await holds()).toEqual([]);
});

test('data left by one account is removed before another account can read or send it (PII-07)', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/api\/live/, /Failed to fetch/, /manifest patches/);
  const { she, he, chat } = await installed(browser);
  const { page } = she;
  const canaries = Array.from({ length: 50 }, (_, index) => `canary-${index}-${randomUUID()}`);
  const [sent = '', draft = '', ...planted] = canaries;
  await she.context.setOffline(true);
  await write(she, he, sent);
  await box(she, he).fill(draft);
  await expect.poll(async () => (await outbox(page)).length).toBe(1);
  await plant(page, she.id, planted);
  await isKept(page, ['chat', chat]);
  const holds = async (one: Page): Promise<string[]> => {
    const kept = await everythingKept(one);
    return [...canaries, she.id].filter((canary) => kept.includes(canary));
  };
  await expect.poll(async () => (await holds(page)).length).toBe(51);
  // Her session ends while no page is open, and he logs in with the same browser. Until then the message would be sent.
  await stopSending(page);
  await page.close();
  expect((await api(she.context.request, 'logIn', { login: he.email, password })).status).toBe(200);
  // Background Sync may wake the worker before the test does.
  await muteBadges(she.context);
  await she.context.setOffline(false);
  // The badge counted her messages. Background Sync also wakes the worker.
  expect(new Set(await wakeWorker(she.context))).toEqual(new Set([null]));
  const his = await she.context.newPage();
  await his.goto(`${site()}/profile`);
  await isAlive(his);
  await isKept(his, ['user']);
  await expect.poll(() => holds(his)).toEqual([]);
  await expect
    .poll(async () => [...new Set((await readRecords(his, 'kept')).map(({ member }) => member))])
    .toEqual([he.id]);
  expect(JSON.stringify((await api(he.context.request, 'listChats')).body)).not.toContain(sent);
});

test('a page opened offline is replaced if another member turns out to be logged in', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/api\/live/, /Failed to fetch/, /manifest patches/);
  const { she, he, chat } = await installed(browser);
  const other = await person(browser);
  const { page } = she;
  await she.context.setOffline(true);
  await page.goto(`${site()}/chats/${chat}`);
  await expect(log(she).getByText('Hello')).toBeVisible();
  await page.evaluate(() => void (document.body.dataset['mark'] = 'hers'));
  expect((await api(she.context.request, 'logIn', { login: other.email, password })).status).toBe(200);
  await she.context.setOffline(false);
  // The other member gets a new document, without the mark.
  await page.waitForFunction(() => document.body?.dataset['mark'] === undefined);
  await page.waitForURL(/\/members$/);
  await expect(page.getByLabel(say('shell.account', { name: other.name }))).toBeVisible();
  await expect(log(she).getByText('Hello')).toHaveCount(0);
  await isKept(page, ['user']);
  await expect
    .poll(async () => [...new Set((await readRecords(page, 'kept')).map(({ member }) => member))])
    .toEqual([other.id]);
  expect(await everythingKept(page)).not.toContain(he.name);
});

test('the app is offered once, with the second conversation', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const { page } = she;
  const other = await person(browser, { gender: 'male' });
  const offer = page.getByText(say('installed-app.install', { name: 'Tealight' }));
  /** Simulates Chromium's install event and records whether the prompt was opened. */
  const beforeInstall = (): Promise<boolean> =>
    page.evaluate(() => {
      const prompt = async (): Promise<void> => void (document.body.dataset['asked'] = 'yes');
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    });
  await sendText(he, she, 'Hello');
  await openLive(page, '/chats');
  expect(await beforeInstall()).toBe(true);
  await expect(page.getByRole('link', { name: new RegExp(he.name) })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await sendText(other, she, 'Hello');
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: say('installed-app.install-action') }).click();
  await expect(page.locator('body')).toHaveAttribute('data-asked', 'yes');

  await openLive(page, '/chats');
  await expect(page.getByRole('link', { name: new RegExp(he.name) })).toBeVisible();
  expect(await beforeInstall()).toBe(true);
  // The app is not offered again, so a later message is announced.
  await openLive(page, '/likes');
  expect(await beforeInstall()).toBe(true);
  await sendText(he, she, 'Told later');
  await expect(page.getByText('Told later')).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('the app’s badge counts unread messages, and is cleared by reading and by a logout', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const { page } = she;
  const shown: (number | null)[] = [];
  await page.exposeFunction('recordBadge', (count: number | null) => void shown.push(count));
  await page.addInitScript(() => {
    const { recordBadge } = window as unknown as { recordBadge: (count: number | null) => Promise<void> };
    const badge = (count?: number): Promise<void> => recordBadge(count ?? null);
    Object.assign(navigator, { setAppBadge: badge, clearAppBadge: badge });
  });
  const badge = (): number | null | undefined => shown.at(-1);
  const chat = await sendText(he, she, 'One');
  await openLive(page, '/likes');
  await expect.poll(badge).toBe(1);
  await sendText(he, she, 'Two');
  await expect.poll(badge).toBe(2);
  await page
    .getByRole('link', { name: new RegExp(`^${say('shell.messages')}`) })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('link', { name: new RegExp(he.name) }).click();
  await page.waitForURL(new RegExp(chat));
  await expect.poll(badge).toBeNull();
  await openLive(page, '/likes');
  await sendText(he, she, 'Three');
  await expect.poll(badge).toBe(1);
  await page.getByLabel(say('shell.account', { name: she.name })).click();
  await page.getByRole('button', { name: say('shell.log-out') }).click();
  // The start page's program has not run, so nothing is counted there.
  await page.waitForURL(`${site()}/`);
  await expect.poll(badge).toBeNull();
});

test('where only the share sheet can install, a card at the lower edge tells how, and can be put off', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { phone: true });
  const { page } = she;
  const other = await person(browser, { gender: 'male' });
  for (const one of [he, other]) await sendText(one, she, 'Hello');
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
  await openLive(page, '/chats');
  const offer = page.locator('[data-sonner-toast]');
  await expect(offer.getByText(say('installed-app.install-iphone'))).toBeVisible();
  await expect(offer.getByRole('button', { name: say('installed-app.install-action') })).toHaveCount(0);
  const box = await offer.boundingBox();
  const tabs = await page.locator('nav.fixed').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  expect(box?.y).toBeGreaterThan((page.viewportSize()?.height ?? 0) / 3);
  await offer.getByRole('button', { name: say('common.not-now') }).click();
  await expect(offer).toHaveCount(0);
});
