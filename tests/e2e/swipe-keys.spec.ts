import type { Page } from '@playwright/test';

import { api, expect, expectAccessible, person, test } from '../support/e2e.ts';
import { button, say } from '../support/forms.ts';
import { idOnTop, top } from '../support/swipe.ts';
import { openLive } from '../support/talk.ts';

const status = (page: Page) => page.getByRole('main').getByRole('status');
const left = (count: number): string => say('likes.swipe.left', { count });
const like = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^${say('members.like-name', { name: '' }).trim()}`) });
const undo = (page: Page) => button(page, 'likes.swipe.undo');

test('the game’s keys act only on the game, and leave scrolling and letters to the page', async ({ browser }) => {
  const { page } = await person(browser);
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
});

test('key and button presses before the next render swipe one card each', async ({ browser }) => {
  const { page } = await person(browser);
  const sent: { profile: string; like: boolean }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/swipe.php') && request.method() === 'POST') sent.push(request.postDataJSON());
  });
  await openLive(page, '/swipe-game');
  const dealt = async (): Promise<(string | null)[]> => {
    await expect(page.locator('[data-place=third]')).toHaveCount(1);
    const cards = ['top', 'second', 'third'].map((place) => page.locator(`[data-place=${place}]`));
    return Promise.all(cards.map((card) => card.getAttribute('data-member')));
  };
  // All in one task of the page, during which React does not render.
  const press = (...presses: string[]): Promise<void> =>
    page.evaluate((all) => {
      for (const one of all)
        if (one.startsWith('Arrow')) window.dispatchEvent(new KeyboardEvent('keydown', { key: one }));
        else document.querySelector<HTMLElement>(`button[aria-label^="${one}"]`)?.click();
    }, presses);
  const skipButton = say('likes.swipe.skip', { name: '' }).trim();
  const byKeys = await dealt();
  await press('ArrowRight', 'ArrowLeft', 'ArrowLeft');
  await expect.poll(() => sent.map(({ profile }) => profile)).toEqual(byKeys);
  const byButtons = await dealt();
  await press(skipButton, 'ArrowLeft', say('members.like-name', { name: '' }).trim());
  await expect.poll(() => sent.slice(3).map(({ profile }) => profile)).toEqual(byButtons);
  expect(sent.map(({ like: isLike }) => isLike)).toEqual([true, false, false, false, false, true]);
  await expect(status(page)).toContainText(left(2));

  const [fourth, fifth] = await dealt();
  await press('ArrowLeft', 'ArrowLeft', say('likes.swipe.undo'), say('likes.swipe.undo'));
  await expect.poll(() => idOnTop(page)).toBe(fifth);
  await expect(undo(page)).toBeDisabled();
  await expect(page.getByText(say('errors.swipe.nothing-to-undo'))).toBeHidden();
  expect(sent.slice(6).map(({ profile }) => profile)).toContain(fourth);
});

test('a card swiped by key while it is dragged takes no other card along', async ({ browser }) => {
  const { page } = await person(browser);
  await openLive(page, '/swipe-game');
  await expect(page.locator('[data-place=third]')).toHaveCount(1);
  const second = await page.locator('[data-place=second]').getAttribute('data-member');
  const box = (await top(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 80, y, { steps: 4 });
  await page.keyboard.press('ArrowLeft');
  await expect(top(page)).toHaveAttribute('data-member', second ?? '');
  await page.mouse.move(x - box.width * 0.4, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await api(page.request, 'getSwipe')).body.can_undo).toBe(true);
  await expect(top(page)).toHaveAttribute('data-member', second ?? '');
  await expect(top(page)).toHaveCSS('transform', 'none');
});

test('a button that becomes disabled keeps the focus, a held key likes once, and the likes left are announced', async ({
  browser,
}) => {
  const { page } = await person(browser);
  await openLive(page, '/swipe-game');
  await expect(top(page)).toBeVisible();
  await expect(status(page)).toContainText(left(4));
  const note = page.getByText(say('likes.swipe.spends'));
  await like(page).focus();
  for (const _repeat of [0, 1, 2]) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(status(page)).toContainText(left(3));
  await expect(note).toBeHidden();
  await undo(page).focus();
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText(left(4));
  await expect(undo(page)).toBeDisabled();
  await expect(undo(page)).toBeFocused();

  await like(page).focus();
  for (const count of [3, 2, 1, 0]) {
    await expect(like(page)).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(status(page)).toContainText(left(count));
    // The like of the undone swipe came back; the next one would not.
    await expect(undo(page)).toHaveAccessibleDescription(say('likes.swipe.spends'));
  }
  await expect(like(page)).toBeDisabled();
  await expect(like(page)).toBeFocused();
  await expect(status(page)).toContainText(/All four light up again at \d\d:\d\d/);
  const last = await idOnTop(page);
  await page.keyboard.press('Enter');
  const told = page.locator('[aria-live=polite]').getByText(say('errors.swipe.limit', { max: 4 }));
  await expect(told).toBeVisible();
  expect(await idOnTop(page)).toBe(last);
  // Skips are free.
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => idOnTop(page)).not.toBe(last);
  await expectAccessible(page);
});
