import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

import { expect, test } from '../support/e2e.ts';
import { button, say } from '../support/forms.ts';
import { paste } from '../support/pictures.ts';
import { box, couple, log, openChat, sendOverHttp, sendText, write } from '../support/talk.ts';

/** Sends Safari's events when Enter accepts a composed word: the composition ends before the key. */
const acceptComposed = (field: Locator, key: string): Promise<boolean> =>
  field.evaluate((element, pressed) => {
    element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    return element.dispatchEvent(
      new KeyboardEvent('keydown', { key: pressed, keyCode: 229, isComposing: false, bubbles: true, cancelable: true }),
    );
  }, key);

const sendButton = (page: Page): Locator => page.getByRole('button', { name: /^Send \d/ });

test('an Enter that only accepts a composed word sends nothing, even in Safari’s event order, and the box keeps the focus', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { premium: true });
  await openChat(she, await sendText(he, she, 'Hello'));
  await box(she, he).fill('今日は');
  // The key is not canceled, so the input method gets it.
  expect(await acceptComposed(box(she, he), 'Enter')).toBe(true);
  await expect(box(she, he)).toHaveValue('今日は');
  await box(she, he).press('Enter');
  await expect(log(she).getByText('今日は')).toHaveCount(1);
  await expect(box(she, he)).toHaveValue('');

  await button(she.page, 'chat.add-gift').click();
  const dialog = she.page.getByRole('dialog', { name: say('chat.gift-title', { name: he.name }) });
  const note = dialog.getByRole('textbox');
  await note.fill('お茶');
  await acceptComposed(note, 'Escape');
  await expect(note).toHaveValue('お茶');
  await note.press('Escape');
  await expect(dialog).toHaveCount(0);

  const { page } = she;
  await page.locator('form input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 40, height: 40, channels: 3, background: '#7a5' } })
      .png()
      .toBuffer(),
  });
  await box(she, he).click();
  await button(page, 'chat.photo-remove').click();
  await expect(page.getByAltText(say('chat.photo-preview'))).toHaveCount(0);
  await expect(box(she, he)).toBeFocused();
  await button(page, 'chat.lines').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box(she, he)).toBeFocused();
});

test('sending on a phone keeps an open keyboard open, and does not open a closed one', async ({ browser }) => {
  const { she, he } = await couple(browser, { premium: true, phone: true });
  const { page } = she;
  await openChat(she, await sendText(he, she, 'Hello'));
  const writing = box(she, he);
  await writing.tap();
  for (const text of ['One', 'Two']) {
    await page.keyboard.type(text);
    await sendButton(page).tap();
    await expect(writing).toHaveValue('');
    await expect(log(she).getByText(text, { exact: true })).toBeVisible();
    await expect(writing).toBeFocused();
  }
  await page.keyboard.type('Three');
  await expect(writing).toHaveValue('Three');

  await page.getByRole('log').tap();
  await writing.blur();
  await sendButton(page).tap();
  await expect(log(she).getByText('Three')).toBeVisible();
  await expect(writing).not.toBeFocused();
});

test('the send button stays in its place while the first message is on its way', async ({ browser }) => {
  const { she, he } = await couple(browser, { premium: true, phone: true });
  const { page } = she;
  await openChat(she, await sendText(he, she, 'Hello'));
  await sendOverHttp(page);
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/message.php', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await box(she, he).fill('One');
  await sendButton(page).tap();
  await expect(box(she, he)).toHaveValue('');
  await box(she, he).fill('Two');
  const top = async (): Promise<number | undefined> => (await sendButton(page).boundingBox())?.y;
  const pending = log(she).getByText(say('chat.pending'));
  await expect(pending).toBeVisible();
  const before = await top();
  release?.();
  await expect(pending).toHaveCount(0);
  await expect(log(she).getByText('One', { exact: true })).toBeVisible();
  expect(await top()).toBe(before);
});

test('a member’s own message scrolls to the end, and a received one does not scroll', async ({ browser }) => {
  const { she, he } = await couple(browser, { premium: true }, { premium: true });
  const { page } = she;
  const chat = await sendText(he, she, 'First');
  for (let number = 0; number < 12; number += 1) await sendText(he, she, `Number ${number}${'\nand a line'.repeat(7)}`);
  await openChat(she, chat);
  const area = page.getByRole('log');
  const place = (): Promise<number> => area.evaluate((element) => Math.round(element.scrollTop));
  const lookUp = (): Promise<void> =>
    area.evaluate((element) => element.scrollTo({ top: -1_200, behavior: 'instant' }));
  const seen = log(she).getByText('Number 5', { exact: false });
  // Rows get their real heights in the frame after they come near the screen.
  const top = (): Promise<number> =>
    seen.evaluate(async (element) => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return element.getBoundingClientRect().top;
    });
  await lookUp();
  await expect(seen).toBeInViewport();
  const before = await top();
  await sendText(he, she, 'From the other side');
  await expect(page.getByRole('button', { name: say('chat.new-messages', { count: 1 }) })).toBeVisible();
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);

  await write(she, he, 'My answer');
  await expect(log(she).getByText('My answer')).toBeInViewport();
  await expect(log(she).getByText(say('chat.sent'), { exact: true })).toBeAttached();
  await expect(log(she).getByText('My answer')).toBeInViewport();
  expect(await place()).toBe(0);

  await lookUp();
  await button(page, 'chat.add-gift').click();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: new RegExp(`^${say('chat.gift-send')}`) }).click();
  await expect.poll(place).toBe(0);
});

test('a pasted or dropped picture fills the photo slot, pasted text wins, and other files are refused', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { premium: true });
  const { page } = she;
  await openChat(she, await sendText(he, she, 'Hello'));
  const preview = page.getByAltText(say('chat.photo-preview'));
  const png = { name: 'image.png', type: 'image/png' };
  expect(await paste(box(she, he), [png], 'A1 B1')).toBe(true);
  await expect(preview).toHaveCount(0);

  for (const file of [
    { name: 'IMG_0042.HEIC', type: 'image/heic' },
    { name: 'IMG_0042.HEIC', type: '' },
  ]) {
    expect(await paste(box(she, he), [file])).toBe(false);
    await expect(page.getByRole('alert')).toHaveText(say('photos.heic'));
  }
  await paste(box(she, he), [{ name: 'letter.pdf', type: 'application/pdf' }]);
  await expect(page.getByRole('alert')).toHaveText(say('errors.photo.type'));
  await expect(preview).toHaveCount(0);

  expect(await paste(box(she, he), [png])).toBe(false);
  await expect(preview).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(sendButton(page)).toContainText('10');
  await button(page, 'chat.photo-remove').click();
  // A file manager also pastes the file's name.
  await paste(box(she, he), [png], png.name);
  await expect(preview).toBeVisible();
  await button(page, 'chat.photo-remove').click();

  await page.locator('form input[type=file]').setInputFiles({
    name: 'IMG_0043.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('ftypheic'),
  });
  await expect(page.getByRole('alert')).toHaveText(say('photos.heic'));
  await expect(preview).toHaveCount(0);

  const dropped = await page.evaluateHandle(async () => {
    const data = new DataTransfer();
    const canvas = new OffscreenCanvas(40, 40);
    canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
    data.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }));
    return data;
  });
  await page.getByRole('log').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(preview).toBeVisible();
  await sendButton(page).click();
  // Only a delivered photo can be pressed.
  await expect(log(she).getByRole('button', { name: say('chat.photo-own') })).toBeVisible();
});
