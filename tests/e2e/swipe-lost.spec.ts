import type { Page } from '@playwright/test';

import { api, expect, person, test } from '../support/e2e.ts';
import { button, goOffline, say } from '../support/forms.ts';
import { idOnTop, left, top } from '../support/swipe.ts';
import { openLive } from '../support/talk.ts';

type Swiped = { idempotency_key: string };

/** Advances the page's clock over the pauses between attempts, and over the time that an error is shown. */
async function hurry(page: Page, until: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(1_000);
    await until();
  }).toPass({ intervals: [50] });
}

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
  await expect(page.getByText(say('members.offline'))).toBeVisible();
  await she.context.setOffline(false);
  await expect(top(page)).toBeVisible();
  await expect(page.getByText(say('likes.swipe.waiting', { count: 1 }))).toBeHidden();
  await expect(left(page, 3)).toBeVisible();
  await expect.poll(async () => (await api(page.request, 'getSwipe')).body.likes_left).toBe(3);
});

test('a next card that is refused can be requested again', async ({ browser, complaints }) => {
  complaints.allow(/Failed to load resource/);
  const { page } = await person(browser, { phone: true });
  const refusal = { error: 'request.too-many', message: '', retry_after: 7_200 };
  await page.route('**/api/swipe.php?*', (route) => route.fulfill({ status: 429, json: refusal }));
  await openLive(page, '/swipe-game');
  const first = await idOnTop(page);
  // Requests for the deck without a held card are also refused.
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
});

test('an undo and a like whose answers are lost are shown as done', async ({ browser, complaints }) => {
  complaints.allow(/Failed to load resource/);
  const { page } = await person(browser, { phone: true });
  await page.clock.install();
  await openLive(page, '/swipe-game');
  await expect(top(page)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(left(page, 3)).toBeVisible();
  const keys = new Set<string>();
  await page.route('**/api/swipe.php*', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    if (route.request().method() === 'POST') keys.add((route.request().postDataJSON() as Swiped).idempotency_key);
    await route.fetch();
    return route.abort();
  });
  const [error, again] = [page.getByText(say('errors.request.failed')), page.locator('[data-place=second]')];
  await button(page, 'likes.swipe.undo').click();
  const isShown = (): Promise<void> => expect(error).toBeVisible({ timeout: 200 });
  await hurry(page, isShown);
  await expect(left(page, 4)).toBeVisible();
  await expect(button(page, 'likes.swipe.undo')).toBeDisabled();

  await hurry(page, () => expect(error).toBeHidden({ timeout: 200 }));
  await expect(again).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(left(page, 3)).toBeVisible();
  // After four attempts under one key the failure is shown, and the true state is fetched.
  await hurry(page, isShown);
  expect(keys.size).toBe(1);
  await expect(left(page, 3)).toBeVisible();
  await expect(button(page, 'likes.swipe.undo')).toBeEnabled();
  await page.unrouteAll({ behavior: 'wait' });
});
