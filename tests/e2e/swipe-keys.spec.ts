import type { Page } from '@playwright/test';

import { api, expect, expectAccessible, person, test } from '../support/e2e.ts';
import { button, say } from '../support/forms.ts';
import { openLive } from '../support/talk.ts';

const top = (page: Page) => page.locator('[data-place=top]');
const idOnTop = (page: Page) => top(page).getAttribute('data-member');
const status = (page: Page) => page.getByRole('main').getByRole('status');
const left = (count: number): string => say('likes.swipe.left', { count });
const like = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^${say('members.like-name', { name: '' }).trim()}`) });
const undo = (page: Page) => button(page, 'likes.swipe.undo');

test('its keys act on the game alone, and leave scrolling and letters to the page', async ({ browser }) => {
  const she = await person(browser);
  const { page } = she;
  await openLive(page, '/swipe-game');
  await expect(top(page)).toBeVisible();
  const first = await idOnTop(page);
  await page.keyboard.press('ArrowUp');
  await page.getByRole('navigation').getByRole('link').first().focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+z');
  expect(await idOnTop(page)).toBe(first);

  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => idOnTop(page)).not.toBe(first);
  await expect(undo(page)).toBeEnabled();
  await page.keyboard.press('z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => idOnTop(page)).toBe(first);
  await expect(page.getByText(say('errors.swipe.nothing-to-undo'))).toBeHidden();
  await expect(undo(page)).toBeDisabled();

  await undo(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => idOnTop(page)).not.toBe(first);
  await page.keyboard.press('z');
  await expect.poll(() => idOnTop(page)).toBe(first);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/members/${first}$`));
  await she.context.close();
});

test('a button that has done its work keeps the focus, and what is left is told', async ({ browser }) => {
  const she = await person(browser);
  const { page } = she;
  await openLive(page, '/swipe-game');
  await expect(top(page)).toBeVisible();
  await expect(status(page)).toContainText(left(4));
  await like(page).focus();
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText(left(3));
  await undo(page).focus();
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText(left(4));
  await expect(undo(page)).toBeDisabled();
  await expect(undo(page)).toBeFocused();

  await like(page).focus();
  for (const count of [3, 2, 1, 0]) {
    await page.keyboard.press('Enter');
    await expect(status(page)).toContainText(left(count));
  }
  await expect(like(page)).toBeDisabled();
  await expect(like(page)).toBeFocused();
  await expect(status(page)).toContainText(/All four light up again at \d\d:\d\d/);
  const last = await idOnTop(page);
  await page.keyboard.press('Enter');
  const told = page.locator('[aria-live=polite]').getByText(say('errors.swipe.limit', { max: 4 }));
  await expect(told).toBeVisible();
  expect(await idOnTop(page)).toBe(last);
  await expectAccessible(page);
  await she.context.close();
});

test('an undo that does not give its like back says so before, and one of a skip says nothing of likes', async ({
  browser,
}) => {
  const she = await person(browser, { phone: true });
  const { page } = she;
  const note = page.getByText(say('likes.swipe.spends'));
  await openLive(page, '/swipe-game');
  await expect(top(page)).toBeVisible();
  await like(page).click();
  await expect(status(page)).toContainText(left(3));
  await expect(note).toBeHidden();
  await undo(page).click();
  await expect(status(page)).toContainText(left(4));
  await like(page).click();
  await expect(note).toBeVisible();
  await expect(undo(page)).toHaveAccessibleDescription(say('likes.swipe.spends'));
  await page.getByRole('button', { name: new RegExp(`^${say('likes.swipe.skip', { name: '' }).trim()}`) }).click();
  await expect(note).toBeHidden();
  await expect.poll(async () => (await api(page.request, 'getSwipe')).body.undoes_like).toBe(false);
  await page.reload();
  await expect(undo(page)).toBeEnabled();
  await page.evaluate((words) => {
    new MutationObserver(() => {
      if (document.body.textContent.includes(words)) document.body.dataset['said'] = 'wrong';
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, say('likes.swipe.not-returned'));
  await undo(page).click();
  await expect(undo(page)).toBeDisabled();
  for (const count of [2, 1, 0]) {
    await like(page).click();
    await expect(status(page)).toContainText(left(count));
  }
  await like(page).click({ force: true });
  await expect(page.getByText(say('errors.swipe.limit', { max: 4 }))).toBeVisible();
  await expect(page.locator('body')).not.toHaveAttribute('data-said');
  await she.context.close();
});
