import { canRunStaffCommands, runStaffCommand } from '../support/staff-command.ts';
import { api, expect, expectAccessible, newContext, password, person, site, test } from '../support/e2e.ts';
import { button, goOffline, openAlive, say } from '../support/forms.ts';
import { paste } from '../support/pictures.ts';
import {
  box,
  couple,
  credits,
  log,
  openChat,
  openLive,
  sendOverHttp,
  sendText,
  write,
  chatting,
} from '../support/talk.ts';
import { picture } from '../support/walk.ts';

test('messages, typing and read marks appear live for the other member', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const chat = await sendText(he, she, 'Is the window seat still free?');
  await openChat(he, chat);
  await expect(log(he).getByText(say('chat.sent'), { exact: true })).toBeAttached();
  await expect(log(he).getByText(say('chat.read'), { exact: true })).toHaveCount(0);
  await openChat(she, chat);
  await expect(log(he).getByText(say('chat.read'), { exact: true })).toBeAttached();

  await box(she, he).pressSequentially('It is');
  await expect(he.page.getByText(say('chat.typing')).first()).toBeVisible();
  await box(she, he).press('Enter');
  const said = `${say('chat.sent')}: ${say('chat.preview-own', { text: 'It is' })}`;
  await expect(she.page.locator('p[aria-live=polite]').filter({ hasText: said })).toHaveCount(1);
  await expect(log(he).getByText('It is', { exact: true })).toBeVisible();
  await expect(he.page.getByText(say('chat.typing'))).toHaveCount(0);
  await expect(box(she, he)).toHaveValue('');
  await write(he, she, 'On my way.');
  await expect(log(she).getByText('On my way.')).toBeVisible();
  expect([await credits(she), await credits(he)]).toEqual([15, 10]);
});

test('unread messages are counted in the badge and title of every tab, and reading resets all to 0', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  const second = await she.context.newPage();
  await openLive(she.page, '/members');
  await openLive(second, '/likes');
  const tabs = [she.page, second];
  for (const [count, text] of ['First line', 'Second line'].entries()) {
    await sendText(he, she, text);
    for (const tab of tabs) {
      await expect(tab).toHaveTitle(new RegExp(`^\\(${count + 1}\\) `));
      const navigation = tab.getByRole('navigation', { name: say('shell.navigation') });
      await expect(navigation.getByText(say('shell.unread', { count: count + 1 }))).toBeAttached();
    }
  }
  await sendText(he, she, 'Third line');
  // The toast of the first messages may be gone by now, or be updated.
  await she.page.locator('[data-sonner-toast]', { hasText: 'Third line' }).getByRole('button').click();
  await expect(log(she).getByText('Third line')).toBeVisible();
  for (const tab of tabs) {
    await expect(tab).toHaveTitle(/^[^(]/);
    await expect(tab.getByText(say('shell.unread', { count: 3 }))).toHaveCount(0);
  }
  expect((await api(she.context.request, 'getUser')).body.user.unread_messages).toBe(0);
});

test('a draft survives a reload, and text written offline is sent once when the connection is back', async ({
  browser,
}) => {
  const { she, he, chat } = await chatting(browser);
  await box(she, he).fill('Half a thought');
  await openChat(she, chat);
  await expect(box(she, he)).toHaveValue('Half a thought');

  await openChat(he, chat);
  await goOffline(she.page);
  await write(she, he, 'Written in a tunnel');
  await expect(log(she).getByText(say('chat.waiting'))).toBeVisible();
  await expect(she.page.locator('[aria-live=polite]', { hasText: say('chat.waiting') })).toHaveCount(1);
  const row = she.page.getByRole('navigation', { name: say('chat.list') }).getByRole('link', { name: he.name });
  await expect(row).toContainText(new RegExp(`${say('chat.failed')}.*Written in a tunnel`));
  await expect(box(she, he)).toHaveValue('');
  await write(he, she, 'While you were away');
  await expect(log(he).getByText(say('chat.sent'), { exact: true })).toBeAttached();
  await she.context.setOffline(false);
  for (const one of [she, he])
    for (const text of ['Written in a tunnel', 'While you were away'])
      await expect(log(one).getByText(text)).toHaveCount(1);
  await expect(log(she).getByText(say('chat.waiting'))).toHaveCount(0);
  await openChat(she, chat);
  await expect(log(she).getByText('Written in a tunnel')).toHaveCount(1);
  expect([await credits(she), await credits(he)]).toEqual([15, 10]);
});

test('a message written before the page can send is sent by the next page after the first is closed', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
  // The script that stores and sends never arrives.
  await she.page.route('**/assets/live-member-*', () => undefined);
  await openAlive(she.page, `/chats/${chat}`);
  await write(she, he, 'Faster than the page');
  await expect(log(she).getByText('Faster than the page')).toBeVisible();
  await expect(box(she, he)).toHaveValue('');
  await she.page.close();
  const next = { ...she, page: await she.context.newPage() };
  await openChat(next, chat);
  const texts = async (): Promise<(string | null)[]> =>
    (await api(he.context.request, 'getChat', { conversation: chat })).body.messages.map(({ text }) => text);
  await expect.poll(texts).toEqual(['Hello', 'Faster than the page']);
  await expect(log(next).getByText('Faster than the page')).toHaveCount(1);
  await expect(box(next, he)).toHaveValue('');
});

test('messages written offline in two tabs are sent once each, even after both tabs are closed', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
  const second = { ...she, page: await she.context.newPage() };
  for (const tab of [she, second]) await openChat(tab, chat);
  await goOffline(she.page, second.page);
  for (const [text, tab] of [
    ['From the first tab', she],
    ['From the second tab', second],
  ] as const) {
    await write(tab, he, text);
    // The browser has stored it.
    await expect(log(tab).getByRole('listitem').filter({ hasText: text })).toContainText(say('chat.waiting'));
  }
  for (const { page } of [she, second]) await page.close();
  await she.context.setOffline(false);
  const third = { ...she, page: await she.context.newPage() };
  await openChat(third, chat);
  const texts = async (): Promise<(string | null)[]> =>
    (await api(he.context.request, 'getChat', { conversation: chat })).body.messages.map(({ text }) => text);
  await expect.poll(texts).toEqual(['Hello', 'From the first tab', 'From the second tab']);
  for (const text of ['From the first tab', 'From the second tab'])
    await expect(log(third).getByText(text)).toHaveCount(1);
  await expect(log(third).getByText(say('chat.pending'))).toHaveCount(0);
});

test('a message whose answer is lost is retried with its key: one message, one debit (MSG-04)', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED .*message\.php/);
  const { she, he, chat } = await chatting(browser);
  await sendOverHttp(she.page);
  await openChat(she, chat);
  const keys: string[] = [];
  await she.page.route('**/api/message.php', async (route) => {
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    keys.push((route.request().postDataJSON() as { idempotency_key: string }).idempotency_key);
    await (keys.length === 1 ? route.abort() : route.fulfill({ response: answer }));
  });
  await write(she, he, 'Did you get this?');
  await expect.poll(() => keys.length).toBe(2);
  expect(new Set(keys).size).toBe(1);
  await expect(log(she).getByText(say('chat.pending'))).toHaveCount(0);
  await expect(log(she).getByText('Did you get this?')).toHaveCount(1);
  const { messages } = (await api(he.context.request, 'getChat', { conversation: chat })).body;
  expect(messages.map(({ text }) => text)).toEqual(['Hello', 'Did you get this?']);
  expect(await credits(she)).toBe(15);
});

test('a conversation whose deletion fails returns to the list, and a deleted one stays away (MSG-07)', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/status of 500 .*chat\.php/);
  const { she, he } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
  const device = await newContext(browser, 'en');
  await api(device.request, 'logIn', { login: she.email, password });
  const second = await device.newPage();
  await openLive(second, '/chats');
  await openChat(she, chat);

  const { page } = she;
  const entry = page.getByRole('link', { name: new RegExp(he.name) });
  const remove = async (): Promise<void> => {
    await button(page, 'chat.menu').click();
    await page.getByRole('menuitem', { name: say('chat.menu-delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('chat.delete-confirm') })
      .click();
    await page.waitForURL(/\/chats$/);
  };
  await page.route('**/api/chat.php', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { error: 'request.failed', message: '' } })
      : route.continue(),
  );
  await remove();
  await expect(page.getByRole('alert').getByText(say('errors.chat.delete-failed'))).toBeVisible();
  await expect(entry).toBeVisible();
  await expect(second.getByRole('link', { name: new RegExp(he.name) })).toBeVisible();

  await page.unroute('**/api/chat.php');
  await entry.click();
  await expect(log(she).getByText('Hello')).toBeVisible();
  await remove();
  await expect(page.getByText(say('chat.empty-title'))).toBeVisible();
  await expect(second.getByText(say('chat.empty-title'))).toBeVisible();
  await openAlive(page, '/chats');
  await expect(page.getByText(say('chat.empty-title'))).toBeVisible();
  await openAlive(he.page, '/chats');
  await expect(he.page.getByRole('link', { name: new RegExp(she.name) })).toBeVisible();
});

test('a block removes the conversation on both sides, and the blocked member sees who blocked them', async ({
  browser,
}) => {
  const { she, he, chat } = await chatting(browser);
  await openChat(he, chat);
  await button(she.page, 'chat.menu').click();
  await expectAccessible(she.page, '[role=menu]');
  await she.page.getByRole('menuitem', { name: say('chat.menu-block', { name: he.name }) }).click();
  await expectAccessible(she.page, '[role=dialog]');
  await she.page
    .getByRole('dialog')
    .getByRole('button', { name: say('chat.block-confirm') })
    .click();
  for (const { page } of [she, he]) {
    await page.waitForURL(/\/chats$/);
    await expect(page.getByText(say('chat.empty-title'))).toBeVisible();
  }
  const blocked = say('errors.profile.blocked-you', { name: she.name });
  expect(blocked).toBe(`You're blocked by ${she.name}. You do not have access to this page.`);
  for (const path of [`/members/${she.id}/chat`, `/members/${she.id}`]) {
    await he.page.goto(site() + path);
    await expect(he.page.getByText(blocked)).toBeVisible();
  }
  await openAlive(she.page, `/members/${he.id}/chat`);
  await expect(she.page.getByText(say('chat.blocker-you-blocked', { name: he.name }))).toBeVisible();
});

test('a gift and a photo arrive, and cost what was announced', async ({ browser }) => {
  const { she, he } = await couple(browser, { premium: true });
  const chat = await sendText(he, she, 'Hello');
  await openChat(he, chat);
  await openChat(she, chat);
  const before = await credits(she);
  const { page } = she;

  await button(page, 'chat.add-gift').click();
  const dialog = page.getByRole('dialog', { name: say('chat.gift-title', { name: he.name }) });
  await dialog.getByRole('radio', { name: say('chat.gift-name', { gift: 'rose' }) }).check();
  const balance = say('common.credits', { count: before });
  // The value of the credits depends on the lots that the gift would use.
  const [costs = '', rest = ''] = say('chat.gift-cost', { count: 25, balance, money: '|' }).split('|');
  await expect(dialog.getByText(costs)).toContainText(rest);
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel(say('chat.gift-note')).fill('For your window sill');
  await dialog.getByRole('button', { name: say('chat.gift-send') }).click();
  await expect(log(he).getByText(say('chat.gift-from', { gift: 'rose', name: she.name }))).toBeVisible();
  await expect(log(he).getByText('For your window sill')).toBeVisible();
  expect(await credits(she)).toBe(before - 25);

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'evening.jpg', mimeType: 'image/jpeg', buffer: await picture(30) });
  await page.getByRole('button', { name: `${say('chat.send')} ${say('common.credits', { count: 10 })}` }).click();
  const photo = log(he).getByRole('button', { name: say('chat.photo-other', { name: she.name }) });
  await photo.click();
  await expect(he.page.getByRole('dialog').getByRole('img')).toBeVisible();
  await he.page.keyboard.press('Escape');
  await expect(he.page.getByRole('dialog')).toHaveCount(0);
  await expect(photo).toBeFocused();
  expect(await credits(she)).toBe(before - 35);
});

test('day labels change at midnight, even on a page that stays open or sleeps through it', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const chat = await sendText(he, she, 'Good night');
  const { page } = she;
  const [message] = (await api(he.context.request, 'getChat', { conversation: chat })).body.messages;
  // Half an hour before midnight in her time zone, on the day of the message: time goes on, as slow as the machine is.
  const late = await page.evaluate((at) => new Date(at).setHours(23, 30, 0, 0), message?.at ?? '');
  await page.clock.install({ time: late });
  await openChat(she, chat);
  const day = log(she).locator('time').first();
  await expect(day).toHaveText('today');
  await page.clock.fastForward('10:00');
  await expect(day).toHaveText('today');
  await page.clock.fastForward('25:00');
  await expect(day).toHaveText('yesterday');

  // The timers were suspended, and the tab is opened again two days later.
  await page.clock.setSystemTime(late + 2 * 86_400_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(day).toHaveText(
    await page.evaluate((at) => new Date(at).toLocaleDateString('en-GB', { weekday: 'long' }), late),
  );
});

test('a message that staff remove is replaced by a note for both, and returns when that is reverted', async ({
  browser,
}) => {
  test.skip(!canRunStaffCommands(), 'commands of staff need the data of the server under test');
  const { she, he } = await couple(browser, { phone: true }, {});
  const conversation = await sendText(he, she, 'An ugly word');
  await openChat(she, conversation);
  const [message] = (await api(she.page.request, 'getChat', { conversation })).body.messages;
  const ids = ['--conversation', conversation, '--message', message?.id ?? ''];
  const why = ['--action', 'message', '--reason', 'respect', '--facts', 'You called her names.'];
  const said = await runStaffCommand('moderate', he.id, ...why, ...ids);
  await openChat(she, conversation);
  await expect(log(she).getByText(say('chat.message-removed'))).toBeVisible();
  await expect(log(she).getByText('An ugly word')).toHaveCount(0);
  await openChat(he, conversation);
  await expect(log(he).getByText(say('chat.message-removed'))).toBeVisible();

  await runStaffCommand('revert', /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(said)?.[0] ?? '');
  await openChat(she, conversation);
  await expect(log(she).getByText('An ugly word')).toBeVisible();
});

test('a picture pasted on the page becomes a photo, but one pasted into a field does not', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  await openAlive(page, '/profile');
  const image = { name: 'image.png', type: 'image/png' };
  expect(await paste(page.getByLabel(say('members.about-label')), [image])).toBe(true);
  expect(await paste(page.locator('body'), [image], 'A1 B1')).toBe(true);
  expect(await paste(page.locator('body'), [{ name: 'IMG_0042.HEIC', type: '' }])).toBe(false);
  await expect(page.getByText(say('photos.heic'))).toBeVisible();
  expect(await paste(page.locator('body'), [image])).toBe(false);
  await expect(page.getByRole('img', { name: say('photos.alt', { place: 1, count: 1 }) })).toBeVisible();
  expect((await api(me.context.request, 'getUser')).body.user.profile.photos).toHaveLength(1);
});

test('a draft appears on all of a member’s devices, is never overwritten, and is removed when sent', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
  const context = await newContext(browser, 'en');
  expect((await api(context.request, 'logIn', { login: she.email, password })).status).toBe(200);
  const phone = { ...she, context, page: await context.newPage() };
  const kept = async () => (await api(context.request, 'getChat', { conversation: chat })).body.draft?.text;

  await openChat(phone, chat);
  await openChat(she, chat);
  await box(she, he).fill('Begun at the desk');
  await expect(box(phone, he)).toHaveValue('Begun at the desk');
  await box(phone, he).fill('Begun at the desk, ended on the train');
  await expect.poll(kept).toBe('Begun at the desk, ended on the train');
  // Her text stays in the open page; a newly opened page has the latest draft.
  await expect(box(she, he)).toHaveValue('Begun at the desk');
  await openChat(phone, chat);
  await expect(box(phone, he)).toHaveValue('Begun at the desk, ended on the train');
  await box(phone, he).press('Enter');
  await expect(log(phone).getByText('ended on the train')).toBeVisible();
  await expect.poll(kept).toBe('');

  // Without a network the draft stays here, and reaches other devices later.
  await goOffline(she.page);
  await box(she, he).fill('In a tunnel');
  await she.context.setOffline(false);
  await expect(box(phone, he)).toHaveValue('In a tunnel');
  await write(she, he, 'In a tunnel');
  await expect(box(phone, he)).toHaveValue('');
  await expect.poll(kept).toBe('');
});

test('a draft typed in the last second is saved when its member logs out', async ({ browser }) => {
  const { she, he, page, chat } = await chatting(browser);
  // The pause before a draft is saved never ends.
  await page.clock.pauseAt(new Date());
  await box(she, he).fill('Half a thought');
  await page.getByLabel(say('shell.account', { name: she.name })).click();
  await page.getByRole('button', { name: say('shell.log-out') }).click();
  await page.waitForURL(`${site()}/`);
  expect((await api(page.request, 'logIn', { login: she.email, password })).status).toBe(200);
  expect((await api(page.request, 'getChat', { conversation: chat })).body.draft?.text).toBe('Half a thought');
});
