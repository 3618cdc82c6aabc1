import type { Browser, Page } from '@playwright/test';

import { api, expect, expectAccessible, password, site, test } from '../support/e2e.ts';
import { button, goOffline, openAlive, say } from '../support/forms.ts';
import { readRecords } from '../support/installed.ts';
import { box, couple, log, openChat, sendOverHttp, sendText, write } from '../support/talk.ts';

const unsent = async (page: Page): Promise<number> => (await readRecords(page, 'outbox')).length;

/** Holds back the messages of a page that is opened after this. */
const holdSends = async (page: Page): Promise<void> => {
  await sendOverHttp(page);
  await page.route('**/api/message.php', (route) => route.abort());
};

/** Opens a conversation in a browser without room for unsent messages, which are held back. */
async function withoutRoom(browser: Browser) {
  const two = await couple(browser, { premium: true });
  const { page } = two.she;
  await page.addInitScript(() => {
    const original = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function put(...parts: Parameters<typeof original>) {
      if (this.name === 'outbox') throw new DOMException('no room', 'QuotaExceededError');
      return original.apply(this, parts);
    };
  });
  const chat = await sendText(two.he, two.she, 'Hello');
  await holdSends(page);
  await openChat(two.she, chat);
  return { ...two, page, chat };
}

test('a logout asks for confirmation while messages are unsent, and the deletion of the account names them', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/);
  const { she, he } = await couple(browser, { premium: true });
  const { page } = she;
  const leaving = page.getByRole('dialog');
  const told = leaving.getByText(say('accounts.leave-unsent', { count: 2 }));
  const keep = leaving.getByRole('button', { name: say('accounts.leave-keep') });
  await openAlive(page, '/settings/leave');
  await button(page, 'accounts.leave-open').click();
  await expect(leaving.getByText(say('accounts.leave-hidden'))).toBeVisible();
  await expect(told).toHaveCount(0);
  await keep.click();

  await holdSends(page);
  await openChat(she, await sendText(he, she, 'Hello'));
  await write(she, he, 'One');
  await write(she, he, 'Two');
  await expect.poll(() => unsent(page)).toBe(2);
  await page.getByLabel(say('shell.account', { name: she.name })).click();
  await button(page, 'shell.log-out').click();
  const question = page.getByRole('dialog', { name: say('installed-app.log-out-title', { count: 2 }) });
  await expect(question).toContainText(say('installed-app.log-out-text', { count: 2 }));
  await expectAccessible(page, '[role=dialog]');
  await button(page, 'installed-app.log-out-stay').click();
  await expect(question).toHaveCount(0);
  expect(await unsent(page)).toBe(2);

  await openAlive(page, '/settings/leave');
  await button(page, 'accounts.leave-open').click();
  await expect(told).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await leaving.getByRole('button', { name: say('accounts.next') }).click();
  await expect(told).toBeVisible();
  await keep.click();
  expect(await unsent(page)).toBe(2);
  await page
    .locator('main')
    .getByRole('button', { name: say('shell.log-out'), exact: true })
    .click();
  await button(page, 'installed-app.log-out-anyway').click();
  await page.waitForURL(`${site()}/`);
  expect(await unsent(page)).toBe(0);
});

test('the login mentions unsent messages once after the session ends while no page is open', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/);
  const { she, he } = await couple(browser, { premium: true });
  const { page } = she;
  await holdSends(page);
  await openChat(she, await sendText(he, she, 'Hello'));
  await write(she, he, 'One');
  await write(she, he, 'Two');
  await expect.poll(() => unsent(page)).toBe(2);
  await page.goto('about:blank');
  await api(she.context.request, 'logOut');
  const told = page.getByText(say('shell.session-ended-waits'));
  await openAlive(page, '/login');
  await expect(told).toBeVisible();
  await openAlive(page, '/login');
  await expect(page.locator('[name=login]')).toBeVisible();
  await expect(told).toHaveCount(0);
  expect(await unsent(page)).toBe(2);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect((await api(page.request, 'logIn', { login: she.email, password })).status).toBe(200);
  await openAlive(page, `/members/${he.id}/chat`);
  await expect(log(she).getByText(say('chat.logged-out'))).toHaveCount(2);
});

test('a message kept only in the page appears once, however often its conversation is opened', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/);
  const { she, he, page, chat } = await withoutRoom(browser);
  await write(she, he, 'In this page only');
  await expect(log(she).getByText('In this page only')).toBeVisible();
  for (let times = 0; times < 2; times += 1) {
    await page
      .getByRole('link', { name: new RegExp(`^${say('shell.likes')}`) })
      .filter({ visible: true })
      .first()
      .click();
    await page.waitForURL(/\/likes$/);
    await expect(log(she)).toHaveCount(0);
    await page.goBack();
    await expect(log(she).getByText('In this page only')).toBeVisible();
    await expect(box(she, he)).toBeVisible();
    await expect(box(she, he)).toHaveValue('');
  }
  await box(she, he).fill('Another');
  await openChat(she, chat);
  await expect(box(she, he)).toHaveValue('Another');
});

test('a message that the browser has no room for is not called saved, and stays a draft until sent', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/, /api\/live/);
  const { she, he, page, chat } = await withoutRoom(browser);
  await goOffline(page);
  await expect(page.getByText(say('chat.offline'))).toBeVisible();
  await write(she, he, 'No room for this');
  await expect(log(she).getByText(say('chat.pending'), { exact: true })).toBeVisible();
  await expect(page.getByText(say('chat.waiting'))).toHaveCount(0);
  await she.context.setOffline(false);
  await openChat(she, chat);
  await expect(box(she, he)).toHaveValue('No room for this');

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await box(she, he).press('Enter');
  await expect
    .poll(async () => (await api(she.context.request, 'getChat', { conversation: chat })).body.draft?.text)
    .toBe('');
  await openChat(she, chat);
  await expect(log(she).getByText('No room for this')).toHaveCount(1);
  await expect(box(she, he)).toHaveValue('');
});

test('messages after one that is too old wait until the member has decided about the old one', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/);
  const { she, he } = await couple(browser, { premium: true });
  const { page } = she;
  const chat = await sendText(he, she, 'Hello');
  await holdSends(page);
  await openChat(she, chat);
  await write(she, he, 'Too old');
  await write(she, he, 'Written later');
  await expect.poll(() => unsent(page)).toBe(2);
  // This page opens no outbox.
  await page.goto(`${site()}/manifest.webmanifest`);
  await page.evaluate(
    (at) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('tealight', 1);
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('outbox', 'readwrite');
          const records = writing.objectStore('outbox');
          const reading = records.getAll();
          reading.addEventListener('success', () => {
            const first = (reading.result as { text: string }[]).find(({ text }) => text === 'Too old');
            records.put({ ...first, at });
          });
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    new Date(Date.now() - 8 * 86_400_000).toISOString(),
  );
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await openChat(she, chat);
  await expect(page.getByText(say('chat.too-old'))).toBeVisible();
  await expect(log(she).getByText(say('chat.held'))).toBeVisible();
  const row = page.getByRole('navigation', { name: say('chat.list') }).getByRole('link', { name: he.name });
  await expect(row).toContainText(new RegExp(`${say('chat.failed')}.*Too old`));
  await expectAccessible(page);
  await button(page, 'chat.drop').click();
  await expect.poll(() => unsent(page)).toBe(0);
  const { messages } = (await api(he.context.request, 'getChat', { conversation: chat })).body;
  expect(messages.map(({ text }) => text)).toEqual(['Hello', 'Written later']);
});
