import { api, buy, expect, site, test } from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { box, couple, log, openLive, sendText, write } from '../support/talk.ts';
import { picture } from '../support/walk.ts';

test('a conversation that starts keeps the text being written, a chosen photo and an open menu', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { premium: true });
  const { page } = she;
  await openLive(page, `/members/${he.id}/chat`);
  const photo = page.getByRole('img', { name: say('chat.photo-preview') });
  const menu = page.getByRole('menuitem', { name: say('chat.menu-profile') });

  // He starts the conversation while she chooses a photo and writes.
  await box(she, he).pressSequentially('Half a th');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'evening.jpg', mimeType: 'image/jpeg', buffer: await picture(30) });
  await expect(photo).toBeVisible();
  await button(page, 'chat.menu').click();
  await expect(menu).toBeVisible();
  await page.evaluate(() => Object.assign(window, { kept: document.querySelector('textarea') }));
  const chat = await sendText(he, she, 'Hello');
  await expect(page).toHaveURL(`${site()}/chats/${chat}`);
  await expect(log(she).getByText('Hello')).toBeVisible();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(photo).toBeVisible();
  await expect(box(she, he)).toHaveValue('Half a th');
  expect(await page.evaluate(() => document.contains((window as { kept?: Node }).kept ?? null))).toBe(true);
});

test('a first message leads to the conversation and keeps the next text in the box', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const { page } = she;
  await openLive(page, `/members/${he.id}/chat`);
  await page.evaluate(() => Object.assign(window, { kept: document.querySelector('textarea') }));
  await write(she, he, 'First line');
  await box(she, he).pressSequentially('And the next');
  await expect(page).toHaveURL(/\/chats\/[^/]+$/);
  await expect(log(she).getByText('First line')).toHaveCount(1);
  await expect(box(she, he)).toHaveValue('And the next');
  expect(await page.evaluate(() => document.contains((window as { kept?: Node }).kept ?? null))).toBe(true);
});

test('a conversation opens at its first new message, and a match knows that it has begun', async ({ browser }) => {
  const { she, he } = await couple(browser, { premium: true });
  const { page } = she;
  await page.setViewportSize({ width: 390, height: 664 });
  await buy(he.context);
  const chat = await sendText(he, she, 'The first line');
  await sendText(he, she, '🎉🎉');
  for (const line of [3, 4, 5, 6, 7, 8]) await sendText(he, she, `Line ${line}\n\n\n\nand more`);
  await openLive(page, `/chats/${chat}`);
  const line = log(she).getByText(say('chat.new-messages', { count: 8 }));
  await expect(line).toBeInViewport();
  await expect(log(she).getByText('The first line')).toBeInViewport();
  await expect(log(she).getByText('Line 8')).not.toBeInViewport();
  await expect(log(she).getByText('🎉🎉')).toHaveCSS('font-size', '40px');

  // Read once, they are not new again.
  await page
    .getByRole('link', { name: say('common.back') })
    .filter({ visible: true })
    .first()
    .click();
  await page.locator(`a[href="/chats/${chat}"]`).first().click();
  await expect(log(she).getByText('Line 8')).toBeInViewport();
  await expect(line).toHaveCount(0);

  await api(page.request, 'addLike', { profile: he.id });
  await api(he.page.request, 'addLike', { profile: she.id });
  await openAlive(page, `/likes/m/${he.id}`);
  await expect(page.getByText(say('likes.match-talking'))).toBeVisible();
});
