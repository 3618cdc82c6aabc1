import type { Locator } from '@playwright/test';

import { api, expect, expectAccessible, expectNoSidewaysScroll, person, sentence, test } from '../support/e2e.ts';
import { say } from '../support/forms.ts';
import { left, nextOnTop, spendLikes, top } from '../support/swipe.ts';
import { openLive } from '../support/talk.ts';

async function getBox(part: Locator) {
  await expect(part).toBeVisible();
  return (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
}

test('the swipe game works by key, button and drag, with four likes a day and one undo', async ({ browser }) => {
  const { page } = await person(browser, { phone: true });
  await openLive(page, '/swipe-game');
  await expect(left(page, 4)).toBeVisible();
  const first = await nextOnTop(page, null);
  await page.keyboard.press('ArrowLeft');
  const second = await nextOnTop(page, first);
  await expect(left(page, 4)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(left(page, 3)).toBeVisible();
  const third = await nextOnTop(page, second);
  await page.getByRole('button', { name: say('likes.swipe.undo') }).click();
  await expect(left(page, 4)).toBeVisible();
  expect(await nextOnTop(page, third)).toBe(second);
  await expect(page.getByRole('button', { name: say('likes.swipe.undo') })).toBeDisabled();

  // Drags the card: a long pull to the right likes, a short one does nothing.
  const box = (await top(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const pull = async (far: number): Promise<void> => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + far, y, { steps: 12 });
    await page.mouse.move(x + far, y);
    await page.mouse.up();
  };
  await pull(box.width * 0.4);
  await expect(left(page, 3)).toBeVisible();
  await nextOnTop(page, second);
  // A double tap gives one like, since the second member was never seen.
  await page.getByRole('button', { name: new RegExp(`^${say('members.like-name', { name: '' }).trim()}`) }).dblclick();
  await expect(left(page, 2)).toBeVisible();
  await expectAccessible(page);
  // Swipes are shown at once and sent one after the other; a reload would abort pending ones.
  await expect.poll(async () => (await api(page.request, 'getSwipe')).body.likes_left).toBe(2);
  await page.reload();
  await expect(left(page, 2)).toBeVisible();
});

test('a swiped card flies off before the next one, or is gone at once with reduced motion', async ({ browser }) => {
  const { page } = await person(browser, { phone: true });
  const flying = page.locator('[data-place=liked],[data-place=skipped]');
  await openLive(page, '/swipe-game');
  const first = await nextOnTop(page, null);
  await page.keyboard.press('ArrowLeft');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  const second = await nextOnTop(page, first);
  await expect(flying).toHaveCount(0);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() =>
    document.addEventListener('animationend', ({ animationName, target }) => {
      const { member = '' } = (target as HTMLElement).dataset;
      if (animationName === 'swipe-left') document.documentElement.dataset['flown'] = member;
    }),
  );
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('html')).toHaveAttribute('data-flown', second);
  await expect(flying).toHaveCount(0);
  await nextOnTop(page, second);
});

test('all likes light up again at the end of the day on an open page, which keeps its card', async ({ browser }) => {
  const { page } = await person(browser, { phone: true });
  await page.clock.install();
  let endsAt = '';
  const last = await spendLikes(page);
  await expect.poll(async () => (await api(page.request, 'getSwipe')).body.likes_left).toBe(0);
  // The server's clock stays, so its responses are changed to those of the next day.
  await page.route('**/api/swipe.php*', async (route) => {
    // Requests for further cards do not ask for the day.
    if (new URL(route.request().url()).searchParams.has('held')) return route.continue();
    const response = await route.fetch();
    const json = (await response.json()) as { day_ends_at: string };
    endsAt ||= new Date(Date.parse(json.day_ends_at) + 86_400_000).toISOString();
    await route.fulfill({ response, json: { ...json, likes_left: 4, day_ends_at: endsAt } });
  });
  const { day_ends_at: midnight } = (await api(page.request, 'getSwipe')).body;
  const now = await page.evaluate(() => Date.now());
  await page.clock.fastForward(Date.parse(midnight) - now - 600_000);
  await expect(left(page, 0)).toBeVisible();
  expect(endsAt).toBe('');
  await page.clock.fastForward(660_000);
  await expect(left(page, 4)).toBeVisible();
  expect(await top(page).getAttribute('data-member')).toBe(last);
  await page.unrouteAll({ behavior: 'wait' });
});

test('the card and the buttons fit every window, held upright or sideways, zoomed, and with a banner', async ({
  browser,
}) => {
  const one = await person(browser, { language: 'de', confirmed: false });
  const { page } = one;
  await openLive(page, '/swipe-game');
  for (const [width, height, wide] of [
    [320, 568, 240],
    [375, 553, 280],
    [390, 664, 340],
    [360, 740, 320],
    [740, 360, 240],
    [844, 390, 240],
    // 1440×900 at 200 %
    [720, 450, 300],
    [800, 600, 240],
    [1280, 720, 280],
  ] as const)
    for (const isOnline of [true, false]) {
      await page.setViewportSize({ width, height });
      await one.context.setOffline(!isOnline);
      await expect(page.getByText(sentence('de', 'common.offline')).filter({ visible: true })).toHaveCount(
        isOnline ? 0 : 1,
      );
      const where = `${String(width)}×${String(height)}, ${isOnline ? 'online' : 'offline'}`;
      await expectNoSidewaysScroll(page);
      const card = await getBox(top(page));
      expect(card.width, where).toBeGreaterThanOrEqual(isOnline ? wide : 240);
      for (const control of await page
        .getByRole('main')
        .locator('button, a[aria-label]')
        .filter({ visible: true })
        .all()) {
        const { x, y, width: across } = await getBox(control);
        const isBeside = y >= card.y + card.height || x >= card.x + card.width || y < card.y;
        expect(isBeside && x >= 0 && x + across <= width, where).toBe(true);
      }
    }
  await one.context.setOffline(false);
  await page.setViewportSize({ width: 390, height: 664 });
  await expect(page.getByRole('main').locator('button').nth(2)).toBeInViewport({ ratio: 1 });
  await page
    .getByRole('main')
    .getByRole('link', { name: sentence('de', 'common.back') })
    .click();
  await page.waitForURL(/\/members$/);
});

test('the verdict on a dragged card stays visible, and after the last like the match finder is offered', async ({
  browser,
}) => {
  const { page } = await person(browser, { language: 'de', phone: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await spendLikes(page, 'de');
  const card = await getBox(top(page));
  await page.mouse.move(card.x + card.width / 2, card.y + 99);
  await page.mouse.down();
  await page.mouse.move(card.x + card.width / 2 - 120, card.y + 99, { steps: 4 });
  const verdict = top(page).locator('.opacity-\\(--skip\\,0\\)');
  await expect(verdict).toHaveCSS('opacity', '1');
  await expect(verdict).toBeInViewport({ ratio: 1 });
  await page.mouse.move(card.x + card.width / 2 + 10, card.y + 99);
  await page.mouse.up();
  await page.getByRole('link', { name: sentence('de', 'members.finder') }).click();
  await page.waitForURL(/\/match-finder$/);
});
