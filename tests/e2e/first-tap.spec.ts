import type { Locator, Page, Route } from '@playwright/test';

import { expect, newPage, person, test } from '../support/e2e.ts';
import { button, openAlive, say, stopClock } from '../support/forms.ts';
import { couple, sendText } from '../support/talk.ts';

interface FirstTap {
  path: string;
  /** A file of the part that opens. */
  part: string;
  opener: (page: Page) => Locator;
  shown: (page: Page) => Locator;
}

/** Expects that the first tap opens a part that was loaded ahead, without waiting for a file and while no timer runs. */
async function expectAtOnce(page: Page, { path, part, opener, shown }: FirstTap): Promise<void> {
  await page.clock.resume();
  const loadedAhead = page.waitForResponse((response) => response.url().includes(`/assets/${part}-`));
  await openAlive(page, path);
  await loadedAhead;
  // The file's own imports may still be on the way.
  await page.waitForLoadState('networkidle');
  // Files that are requested now, as those of a menu's dialogs, arrive only once the part is shown.
  const held: Route[] = [];
  await page.route('**/assets/*.js', (route) => void held.push(route));
  // React's `Suspense` hides for 300 ms, by a timer, what is loaded after a tap.
  await stopClock(page);
  await opener(page).tap();
  await expect(shown(page), path).toBeVisible();
  await Promise.all(held.map((route) => route.continue()));
  await page.unrouteAll();
}

test('the first tap of a visitor opens the sign-up at once', async ({ browser }) => {
  const he = await person(browser, { gender: 'male' });
  const page = await newPage(browser, 'en', true);
  await page.clock.install();
  await expectAtOnce(page, {
    path: `/members/${he.id}`,
    part: 'signup-dialog',
    opener: (on) =>
      on.getByRole('button', { name: say('members.like-name', { name: he.name }) }).filter({ visible: true }),
    shown: (on) => on.getByRole('dialog'),
  });
});

test('the first tap opens menus, filters and opening lines at once', async ({ browser }) => {
  const { she, he } = await couple(browser, { phone: true });
  const chat = await sendText(he, she, 'Hello');
  const { page } = she;
  await page.clock.install();
  const menuItem = (on: Page): Locator => on.getByRole('menuitem').first();
  await expectAtOnce(page, {
    path: `/members/${he.id}`,
    part: 'open-menu',
    opener: (on) => on.getByRole('button', { name: say('members.menu', { name: he.name }) }).filter({ visible: true }),
    shown: menuItem,
  });
  await expectAtOnce(page, {
    path: `/members/${he.id}`,
    part: 'icebreaker-dialog',
    opener: (on) => button(on, 'members.lines'),
    // Its lines come from the server.
    shown: (on) => on.getByRole('dialog'),
  });
  await expectAtOnce(page, {
    path: '/members',
    part: 'filter-sheet',
    opener: (on) => on.locator('a[href="#filters"]'),
    shown: (on) =>
      on
        .getByRole('dialog', { name: say('members.filters') })
        .getByRole('slider')
        .first(),
  });
  await expectAtOnce(page, {
    path: `/chats/${chat}`,
    part: 'open-menu',
    opener: (on) => button(on, 'chat.add'),
    shown: menuItem,
  });
  await expectAtOnce(page, {
    path: `/chats/${chat}`,
    part: 'chat-menu-items',
    opener: (on) => button(on, 'chat.menu'),
    shown: menuItem,
  });
});
