import type { BrowserSocket } from '../../mocks/push/browser-socket.ts';
import { passPushSilence } from '../support/confirm-address.ts';
import { pushService } from '../support/e2e-server.ts';
import { type Person, api, test as base, expect } from '../support/e2e.ts';
import { type RealFirefox, startFirefox } from '../support/firefox.ts';
import { say } from '../support/forms.ts';
import { couple, sendText } from '../support/talk.ts';

const program = process.env['FIREFOX'] ?? '';

/** A real browser, from its permission prompt to the click on its notification. Only the push service is ours. */
const test = base.extend<{ socket: BrowserSocket; firefox: RealFirefox }>({
  socket: async ({ server: _server }, use) => {
    const socket = await pushService().openSocket();
    await use(socket);
    await socket.close();
  },
  firefox: async ({ socket }, use) => {
    const firefox = await startFirefox(program, socket.url);
    await use(firefox);
    await firefox.close();
  },
});

test.skip(program === '', 'no Firefox here');

const getState = async ({ context }: Person) => (await api(context.request, 'getPush')).body;

async function turnOn(firefox: RealFirefox): Promise<void> {
  await firefox.run('await navigator.serviceWorker.ready');
  await firefox.press(say('notifications.push.turn-on'));
  await firefox.answer('allow');
  await firefox.see(say('notifications.push.on'));
}

async function push(he: Person, she: Person): Promise<string> {
  const chat = await sendText(he, she, 'A private word');
  await passPushSilence(she.id);
  return chat;
}

const oneMessage = ['Tealight', say('mail.notice.begun', { count: 1 })];

test('a member allows pushes, gets one without the message’s text, and a click leads the open tab to it', async ({
  browser,
  socket,
  firefox,
}) => {
  const { she, he } = await couple(browser);
  await firefox.enter(she, '/notifications');
  expect(await firefox.run('return Notification.permission')).toBe('default');
  await turnOn(firefox);
  expect(await getState(she)).toMatchObject({ here: true });
  await firefox.open('/likes');
  // The page's own requests count as presence and read the unread count.
  await expect
    .poll(() =>
      firefox.run('return performance.getEntriesByType("resource").some(({ name }) => /user\\.php/.test(name))'),
    )
    .toBe(true);
  await firefox.run('document.body.dataset.same = "1"');
  const chat = await push(he, she);
  await expect.poll(firefox.onScreen).toEqual([oneMessage]);
  expect(socket.subscriptions.map(({ acknowledged }) => acknowledged)).toEqual([[100]]);

  await push(he, she);
  await expect.poll(() => socket.subscriptions[0]?.acknowledged).toEqual([100, 100]);
  await expect.poll(firefox.onScreen).toHaveLength(1);

  await firefox.clickNotification();
  await expect.poll(firefox.address).toBe(`/chats/${chat}`);
  expect(await firefox.run('return document.body.dataset.same')).toBe('1');
  expect(await firefox.tabs()).toHaveLength(1);
  await expect.poll(firefox.onScreen).toEqual([]);
});

test('a notification disappears once its message is read, and a click opens a tab if none can be used', async ({
  browser,
  firefox,
}) => {
  const { she, he } = await couple(browser);
  await firefox.enter(she, '/robots.txt');
  const [first = ''] = await firefox.tabs();
  await firefox.openTab();
  await firefox.open('/notifications');
  await turnOn(firefox);
  const chat = await push(he, she);
  await expect.poll(firefox.onScreen).toEqual([oneMessage]);
  await firefox.holdNotification();
  await api(she.context.request, 'getChat', { conversation: chat });
  await expect.poll(firefox.onScreen).toEqual([]);

  await firefox.closeTab(first);
  await push(he, she);
  await expect.poll(firefox.onScreen).toHaveLength(1);
  await firefox.clickNotification();
  await expect.poll(firefox.tabs).toHaveLength(2);
  await firefox.goTo((await firefox.tabs()).find((tab) => tab !== first) ?? '');
  await expect.poll(firefox.address).toBe(`/chats/${chat}`);
});

test('a subscription that the browser replaces is renewed, and a logout ends it', async ({
  browser,
  socket,
  firefox,
}) => {
  const { she, he } = await couple(browser);
  await firefox.enter(she, '/notifications');
  await turnOn(firefox);
  socket.forget();
  await expect.poll(() => socket.subscriptions.map(({ ended }) => ended)).toEqual([true, false]);
  await push(he, she);
  await expect.poll(firefox.onScreen).toEqual([oneMessage]);

  await firefox.holdNotification();
  await firefox.open('/likes');
  await firefox.pressLabeled(say('shell.account', { name: she.name }));
  await firefox.press(say('shell.log-out'));
  await expect.poll(() => socket.subscriptions.map(({ ended }) => ended)).toEqual([true, true]);
  await expect.poll(firefox.onScreen).toEqual([]);
});

test('a member who blocks pushes is told so and gets no subscription', async ({ browser, socket, firefox }) => {
  const { she } = await couple(browser);
  await firefox.enter(she, '/notifications');
  await firefox.run('await navigator.serviceWorker.ready');
  await firefox.press(say('notifications.push.turn-on'));
  await firefox.answer('block');
  await firefox.see(say('notifications.push.denied'));
  expect(await getState(she)).toMatchObject({ here: false });
  expect(socket.subscriptions).toEqual([]);
});
