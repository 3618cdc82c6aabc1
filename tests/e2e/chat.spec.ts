import { api, expect, expectAccessible, newContext, password, site, test } from '../support/e2e.ts';
import { button, goOffline, openAlive, say } from '../support/forms.ts';
import { box, couple, credits, log, openChat, openLive, sendText, write } from '../support/talk.ts';
import { picture } from '../support/walk.ts';

test('messages, typing and read marks appear live for the other member', async ({ browser }) => {
  const { she, he, close } = await couple(browser);
  const chat = await sendText(he, she, 'Is the window seat still free?');
  await openChat(he, chat);
  await expect(log(he).getByText(say('chat.sent'), { exact: true })).toBeAttached();
  await expect(log(he).getByText(say('chat.read'), { exact: true })).toHaveCount(0);
  await openChat(she, chat);
  await expect(log(he).getByText(say('chat.read'), { exact: true })).toBeAttached();

  await box(she, he).pressSequentially('It is');
  await expect(he.page.getByText(say('chat.typing')).first()).toBeVisible();
  await box(she, he).press('Enter');
  await expect(log(he).getByText('It is', { exact: true })).toBeVisible();
  await expect(he.page.getByText(say('chat.typing'))).toHaveCount(0);
  await expect(box(she, he)).toHaveValue('');
  await write(he, she, 'On my way.');
  await expect(log(she).getByText('On my way.')).toBeVisible();
  expect([await credits(she), await credits(he)]).toEqual([15, 10]);
  await close();
});

test('unread messages are counted in the badge and title of every tab, and reading resets all to 0', async ({
  browser,
}) => {
  const { she, he, close } = await couple(browser);
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
  await close();
});

test('a draft survives a reload, and text written offline is sent once when the connection is back', async ({
  browser,
}) => {
  const { she, he, close } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
  await openChat(she, chat);
  await box(she, he).fill('Half a thought');
  await openChat(she, chat);
  await expect(box(she, he)).toHaveValue('Half a thought');

  await openChat(he, chat);
  await goOffline(she.page);
  await write(she, he, 'Written in a tunnel');
  await expect(log(she).getByText(say('chat.waiting'))).toBeVisible();
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
  await close();
});

test('a message written before the page can send is sent by the next page after the first is closed', async ({
  browser,
}) => {
  const { she, he, close } = await couple(browser);
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
  await close();
});

test('messages written offline in two tabs are sent once each, even after both tabs are closed', async ({
  browser,
}) => {
  const { she, he, close } = await couple(browser);
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
  await close();
});

test('a message whose answer is lost is retried with its key: one message, one debit (MSG-04)', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED .*message\.php/);
  const { she, he, close } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
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
  await close();
});

test('a conversation whose deletion fails returns to the list, and a deleted one stays away (MSG-07)', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/status of 500 .*chat\.php/);
  const { she, he, close } = await couple(browser);
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
  await device.close();
  await close();
});

test('a block removes the conversation on both sides, and the blocked member sees who blocked them', async ({
  browser,
}) => {
  const { she, he, close } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
  await openChat(she, chat);
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
  await close();
});

test('a gift and a photo arrive, and cost what was announced', async ({ browser }) => {
  const { she, he, close } = await couple(browser, { premium: true });
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
  await page
    .getByRole('button', { name: say('chat.send-label', { cost: say('common.credits', { count: 10 }) }) })
    .click();
  const photo = log(he).getByRole('button', { name: say('chat.photo-other', { name: she.name }) });
  await photo.click();
  await expect(he.page.getByRole('dialog').getByRole('img')).toBeVisible();
  await he.page.keyboard.press('Escape');
  await expect(he.page.getByRole('dialog')).toHaveCount(0);
  await expect(photo).toBeFocused();
  expect(await credits(she)).toBe(before - 35);
  await close();
});
