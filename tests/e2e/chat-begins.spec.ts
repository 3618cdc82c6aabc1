import { expect, site, test } from '../support/e2e.ts';
import { button, say } from '../support/forms.ts';
import { box, couple, log, openLive, sendText, write } from '../support/talk.ts';
import { picture } from '../support/walk.ts';

test('a conversation that starts keeps the text being written, a chosen photo and an open menu', async ({
  browser,
}) => {
  const { she, he, close } = await couple(browser, { premium: true });
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
  await close();
});

test('a first message leads to the conversation and keeps the next text in the box', async ({ browser }) => {
  const { she, he, close } = await couple(browser);
  const { page } = she;
  await openLive(page, `/members/${he.id}/chat`);
  await page.evaluate(() => Object.assign(window, { kept: document.querySelector('textarea') }));
  await write(she, he, 'First line');
  await box(she, he).pressSequentially('And the next');
  await expect(page).toHaveURL(/\/chats\/[^/]+$/);
  await expect(log(she).getByText('First line')).toHaveCount(1);
  await expect(box(she, he)).toHaveValue('And the next');
  expect(await page.evaluate(() => document.contains((window as { kept?: Node }).kept ?? null))).toBe(true);
  await close();
});
