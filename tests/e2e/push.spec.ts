import type { Request, Route } from '@playwright/test';

import type { SentenceId } from '../../locales/parts.ts';
import { passPushSilence } from '../support/confirm-address.ts';
import { api, expect, expectAccessible, person, sentence, test } from '../support/e2e.ts';
import { openAlive, say, stopClock } from '../support/forms.ts';
import { workerIsReady } from '../support/installed.ts';
import { expectFits } from '../support/narrow.ts';
import { clickNotification, deliver, subscribeAtTestService } from '../support/push-browser.ts';
import { couple, openChat, sendText, write } from '../support/talk.ts';

test('a first message brings an offer of pushes, and the reply brings a push without its text', async ({ browser }) => {
  const { she, he } = await couple(browser, { worker: true, premium: true });
  const { page } = she;
  const device = await subscribeAtTestService(page);
  const chat = await sendText(he, she, 'Hello');
  await openChat(she, chat);
  await workerIsReady(page);
  const offer = page.getByText(say('notifications.push.offer-title'));
  await expect(offer).toHaveCount(0);
  await write(she, he, 'Hello yourself');
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: say('notifications.push.turn-on') }).click();
  await expect(page.getByText(say('notifications.push.on'))).toBeVisible();
  expect((await api(page.request, 'getPush')).body).toEqual({ here: true, elsewhere: 0, push_disabled: [] });

  await page.goto('about:blank');
  await sendText(he, she, 'A private word');
  await passPushSilence(she.id);
  await expect.poll(() => device.pushes.length).toBe(1);
  const [push] = device.pushes;
  expect(JSON.stringify(push?.payload)).not.toMatch(/private|Bram/);
});

test('the offer can be read in full on a narrow phone, in Finnish', async ({ browser }) => {
  const language = 'fi';
  const { she, he } = await couple(browser, { language, phone: true });
  const { page } = she;
  await page.setViewportSize({ width: 320, height: 640 });
  await subscribeAtTestService(page);
  await openChat(she, await sendText(he, she, 'Hello'));
  await page.getByRole('textbox', { name: sentence(language, 'chat.write', { name: he.name }) }).fill('Hello yourself');
  await page.getByRole('button', { name: sentence(language, 'chat.send') }).click();
  const offer = page.locator('[data-sonner-toast]');
  const cut = (id: SentenceId): Promise<number> =>
    offer.getByText(sentence(language, id)).evaluate((text) => text.scrollHeight - text.clientHeight);
  expect(await cut('notifications.push.offer-title')).toBe(0);
  expect(await cut('notifications.push.offer')).toBe(0);
  await expectFits(page, 'the offer', '[data-sonner-toast]');
});

test('a member who blocks the offered pushes is told where to allow them again', async ({ browser }) => {
  const { she, he } = await couple(browser, { worker: true, premium: true });
  const { page } = she;
  await page.context().addInitScript(() => {
    let permission: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => (permission = 'denied');
  });
  await openChat(she, await sendText(he, she, 'Hello'));
  await workerIsReady(page);
  await write(she, he, 'Hello yourself');
  await page.getByRole('button', { name: say('notifications.push.turn-on') }).click();
  await expect(page.getByText(say('notifications.push.denied'))).toBeVisible();
  await expect(page.getByText(say('notifications.push.not-allowed'))).toHaveCount(0);
});

test('the worker shows a push, and a click leads the open tab to its page', async ({ browser }) => {
  const { page } = await person(browser, { worker: true });
  await openAlive(page, '/likes');
  await workerIsReady(page);
  const message = { title: 'Tealight', body: 'Something', kind: 'new_messages', path: '/chats', badge: 1 };
  const [shown] = await deliver(page, JSON.stringify(message));
  expect([shown?.title, shown?.options.body]).toEqual(['Tealight', 'Something']);
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  if (shown) expect((await clickNotification(page, shown)).isClosed).toBe(true);
  await expect(page).toHaveURL(/\/chats$/);
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);

  const unread = await deliver(page, 'not of this version');
  expect(unread.map(({ title }) => title)).toEqual([say('installed-app.push-unreadable')]);
});

test('a push’s button stops its kind and leads to where it can be turned on again, in German', async ({
  browser,
  complaints,
}) => {
  const language = 'de';
  complaints.allow(/403/);
  const { she, he } = await couple(browser, { worker: true });
  const { page } = she;
  await api(page.request, 'updateUser', { language });
  const device = await subscribeAtTestService(page);
  await openAlive(page, '/notifications');
  await page.getByRole('button', { name: sentence(language, 'notifications.push.turn-on') }).click();
  await expect(page.getByText(sentence(language, 'notifications.push.on'), { exact: true })).toBeVisible();
  await workerIsReady(page);
  await page.goto('about:blank');
  await sendText(he, she, 'A private word');
  await passPushSilence(she.id);
  await expect.poll(() => device.pushes.length).toBe(1);
  await openAlive(page, '/likes');

  const [shown] = await deliver(page, JSON.stringify(device.pushes[0]?.payload));
  const [button] = shown?.options.actions ?? [];
  expect(button?.title).toBe(sentence(language, 'notifications.push.stop'));
  const pressed = await clickNotification(page, shown!, button?.action);
  const kind = sentence(language, 'notifications.kind.new_conversations');
  expect(pressed.isClosed).toBe(true);
  expect(pressed.shown.map(({ options }) => options.body)).toEqual([
    sentence(language, 'notifications.push.stopped', { kind }),
  ]);
  expect((await api(page.request, 'getPush')).body.push_disabled).toEqual(['new_conversations']);

  await clickNotification(page, pressed.shown[0]!);
  const box = page.getByRole('group').getByRole('checkbox', { name: kind });
  await expect(box).toBeFocused();
  await expect(box).not.toBeChecked();
  await box.check();
  await expect.poll(async () => (await api(page.request, 'getPush')).body.push_disabled).toEqual([]);

  await page.locator('a[href="/likes"]:visible').first().click();
  await expect(page).toHaveURL(/\/likes$/);
  await page.context().clearCookies({ name: /^auth/ });
  const refused = await clickNotification(page, shown!, button?.action);
  expect(refused.shown).toEqual([]);
  await page.waitForURL(/next=%2Fnotifications%3Fpush%3Dnew_conversations/);
});

test('the notifications page turns pushes on and off, and says why if it cannot, in Finnish', async ({ browser }) => {
  const language = 'fi';
  const { page } = await person(browser, { language, worker: true });
  await page.setViewportSize({ width: 320, height: 640 });
  const tell = (id: Parameters<typeof sentence>[1]) => page.getByText(sentence(language, id), { exact: true });
  await subscribeAtTestService(page);
  await openAlive(page, '/notifications');
  await expect(tell('notifications.push.off')).toBeVisible();
  await expectFits(page, 'off');
  await page.getByRole('button', { name: sentence(language, 'notifications.push.turn-on') }).click();
  await expect(tell('notifications.push.on')).toBeVisible();
  await page.getByRole('group').getByRole('checkbox').last().uncheck();
  await expect
    .poll(async () => (await api(page.request, 'getPush')).body)
    .toEqual({
      here: true,
      elsewhere: 0,
      push_disabled: ['like'],
    });
  await expectAccessible(page);
  await page.reload();
  await expect(tell('notifications.push.on')).toBeVisible();
  await page.getByRole('button', { name: sentence(language, 'notifications.push.turn-off') }).click();
  await expect(tell('notifications.push.off')).toBeVisible();
  expect((await api(page.request, 'getPush')).body.here).toBe(false);

  await page.context().addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await openAlive(page, '/notifications');
  await expect(tell('notifications.push.denied')).toBeVisible();
  await expectFits(page, 'denied');
  await page.context().addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await openAlive(page, '/notifications');
  await expect(tell('notifications.push.unsupported')).toBeVisible();
  await expectFits(page, 'unsupported');
});

test('a kind of push that is pressed twice shows the last press until both are saved', async ({ browser }) => {
  const { page } = await person(browser);
  await openAlive(page, '/notifications');
  const held: Route[] = [];
  await page.route('**/api/user.php?push=1', (route) =>
    route.request().method() === 'PUT' ? void held.push(route) : route.continue(),
  );
  const kind = page.getByRole('checkbox', {
    name: `${say('notifications.kind.like')} ${say('notifications.push.title')}`,
  });
  await kind.uncheck();
  await kind.check();
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect.poll(() => held.length).toBe(2);
  await expect(kind).toBeChecked();
  await held[1]?.continue();
  await expect.poll(async () => (await api(page.request, 'getPush')).body.push_disabled).toEqual([]);
  await expect(kind).toBeChecked();
});

test('pages poll every five minutes if pushes are on, and every minute otherwise (PSH-07)', async ({ browser }) => {
  const { page } = await person(browser, { worker: true });
  await subscribeAtTestService(page);
  await page.clock.install();
  let [asked, answered] = [0, 0];
  const isAsk = (request: Request): boolean => request.url().endsWith('/api/user.php');
  page.on('request', (request) => void (asked += isAsk(request) ? 1 : 0));
  page.on('requestfinished', (request) => void (answered += isAsk(request) ? 1 : 0));
  const asks = async (seconds: number): Promise<number> => {
    const before = asked;
    await stopClock(page);
    // A page that still waits for a response does not poll again.
    for (let rest = seconds; rest > 0; rest -= 30) {
      await page.clock.runFor(Math.min(rest, 30) * 1_000);
      await expect.poll(() => page.evaluate(() => undefined).then(() => asked - answered)).toBe(0);
    }
    await page.clock.resume();
    return asked - before;
  };
  await openAlive(page, '/notifications');
  await asks(6);
  expect(await asks(181)).toBe(3);
  await page.getByRole('button', { name: say('notifications.push.turn-on') }).click();
  await expect(page.getByText(say('notifications.push.on'), { exact: true })).toBeVisible();
  // After the poll that was due, one in five minutes.
  await asks(61);
  expect(await asks(599)).toBeLessThanOrEqual(2);
  expect(await asks(301)).toBe(1);
});
