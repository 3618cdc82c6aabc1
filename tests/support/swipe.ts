import type { Locator, Page } from '@playwright/test';

import type { Language } from '../../contract/platform/languages.ts';
import { expect, sentence } from './e2e.ts';
import { openLive } from './talk.ts';

/** Finds the card on top of the swipe game. */
export const top = (page: Page): Locator => page.locator('[data-place=top]');

export const idOnTop = (page: Page): Promise<string | null> => top(page).getAttribute('data-member');

/** Finds the note of how many likes are left today. */
export const left = (page: Page, count: number, language: Language = 'en'): Locator =>
  page.getByText(sentence(language, 'likes.swipe.left', { count }), { exact: true }).last();

/** Waits for another card than the one before. */
export async function nextOnTop(page: Page, before: string | null): Promise<string> {
  await expect(top(page)).toBeVisible();
  await expect.poll(() => idOnTop(page)).not.toBe(before);
  return (await idOnTop(page)) ?? '';
}

/** Opens the game and gives the four likes of a day by key. Returns the card that is then on top. */
export async function spendLikes(page: Page, language: Language = 'en'): Promise<string> {
  await openLive(page, '/swipe-game');
  let card = await nextOnTop(page, null);
  for (const count of [3, 2, 1, 0]) {
    await page.keyboard.press('ArrowRight');
    await expect(left(page, count, language)).toBeVisible();
    card = await nextOnTop(page, card);
  }
  return card;
}
