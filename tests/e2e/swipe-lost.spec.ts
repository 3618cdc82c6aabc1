import type { Page } from '@playwright/test';

import { api, expect, person, test } from '../support/e2e.ts';
import { button, goOffline, say } from '../support/forms.ts';
import { openLive } from '../support/talk.ts';

const top = (page: Page) => page.locator('[data-place=top]');
const idOnTop = (page: Page) => top(page).getAttribute('data-member');
const left = (page: Page, count: number) => page.getByText(say('likes.swipe.left', { count }), { exact: true }).last();

test('swipes made offline wait and say so, and the game resumes once the connection is back', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|manifest patches/);
  const she = await person(browser, { phone: true });
  const { page } = she;
  await openLive(page, '/swipe-game');
  await expect(page.locator('[data-place=third]')).toHaveCount(1);
  await goOffline(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(say('likes.swipe.waiting', { count: 1 }))).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(say('likes.swipe.offline'))).toBeVisible();
  await she.context.setOffline(false);
  await expect(top(page)).toBeVisible();
  await expect(page.getByText(say('likes.swipe.waiting', { count: 1 }))).toBeHidden();
  await expect(left(page, 3)).toBeVisible();
  await expect.poll(async () => (await api(page.request, 'getSwipe')).body.likes_left).toBe(3);
  await she.context.close();
});

test('a next card that is refused can be requested again', async ({ browser, complaints }) => {
  complaints.allow(/Failed to load resource/);
  const she = await person(browser, { phone: true });
  const { page } = she;
  const refusal = { error: 'request.too-many', message: '', retry_after: 7_200 };
  await page.route('**/api/swipe.php?*', (route) => route.fulfill({ status: 429, json: refusal }));
  await openLive(page, '/swipe-game');
  const first = await idOnTop(page);
  // Requests for the deck without a held card are refused, too.
  await page.route('**/api/swipe.php', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 429, json: refusal }) : route.fallback(),
  );
  await page.keyboard.press('ArrowLeft');
  const retry = button(page, 'common.retry');
  await expect(retry).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await retry.click();
  await expect(top(page)).toBeVisible();
  expect(await idOnTop(page)).not.toBe(first);
  await she.context.close();
});

test('an undo and a like whose answers are lost are shown as done', async ({ browser, complaints }) => {
  complaints.allow(/Failed to load resource/);
  const she = await person(browser, { phone: true });
  const { page } = she;
  await openLive(page, '/swipe-game');
  await expect(top(page)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(left(page, 3)).toBeVisible();
  await page.route('**/api/swipe.php*', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  const [error, again] = [page.getByText(say('errors.request.failed')), page.locator('[data-place=second]')];
  await button(page, 'likes.swipe.undo').click();
  await expect(error).toBeVisible();
  await expect(left(page, 4)).toBeVisible();
  await expect(button(page, 'likes.swipe.undo')).toBeDisabled();

  await expect(error).toBeHidden();
  await expect(again).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(left(page, 3)).toBeVisible();
  // After four attempts the failure is shown, and the true state is fetched.
  await expect(error).toBeVisible({ timeout: 15_000 });
  await expect(left(page, 3)).toBeVisible();
  await expect(button(page, 'likes.swipe.undo')).toBeEnabled();
  await page.unrouteAll({ behavior: 'wait' });
  await she.context.close();
});
