import type { Page } from '@playwright/test';

import { api, expect, expectAccessible, expectNoSidewaysScroll, person, test } from '../support/e2e.ts';
import { openAlive, say, setHidden } from '../support/forms.ts';
import { addPhotos } from '../support/pictures.ts';
import { box, couple, log, openChat, openLive, sendText, write } from '../support/talk.ts';

test('a match opens a dialog for both members with faces, names and the price of writing', async ({ browser }) => {
  const { she, he } = await couple(browser, { phone: true }, {});
  for (const one of [she, he]) await addPhotos(one, 1);
  await api(he.context.request, 'addLike', { profile: she.id });
  await openLive(he.page, '/likes');
  await openLive(she.page, `/members/${he.id}`);
  const like = she.page.getByRole('button', { name: say('members.like-name', { name: he.name }) }).last();
  await like.click();
  for (const [one, other] of [
    [she, he],
    [he, she],
  ] as const) {
    const moment = one.page.getByRole('dialog', { name: say('likes.match-title') });
    await expect(moment).toBeVisible();
    await expect(one.page.getByRole('dialog')).toHaveCount(1);
    await expect(moment.locator('img')).toHaveCount(2);
    await expect(moment.getByText(say('members.name-age', { name: other.name, age: 38 }))).toBeVisible();
    await expect(moment.getByRole('link', { name: say('members.write') })).toContainText('5');
    await expectAccessible(one.page, '[role=dialog]');
    await expectNoSidewaysScroll(one.page);
    // A toast may offer pushes after her like.
    const told = one.page.locator('[data-sonner-toast]', { hasText: say('members.match-toast', { name: other.name }) });
    await expect(told).toHaveCount(0);
  }
  const inside = (): Promise<boolean> =>
    she.page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
  for (let step = 0; step < 6; step += 1) {
    await she.page.keyboard.press('Tab');
    expect(await inside()).toBe(true);
  }
  await she.page.keyboard.press('Escape');
  await expect(she.page.getByRole('dialog')).toHaveCount(0);
  await expect(like).toBeFocused();

  await he.page
    .getByRole('dialog')
    .getByRole('link', { name: say('members.write') })
    .click();
  await he.page.waitForURL(`**/members/${she.id}/chat`);
  await expect(he.page.getByRole('dialog')).toHaveCount(0);
  await expect(box(he, she)).toBeVisible();
});

test('a match that comes during an open conversation is a toast that leads to the match', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
  await api(she.context.request, 'addLike', { profile: he.id });
  await openChat(she, chat);
  await write(she, he, 'Hi');
  await expect(log(she).getByText(say('chat.sent'), { exact: true })).toBeAttached();
  await api(he.context.request, 'addLike', { profile: she.id });
  const notice = she.page.locator('[data-sonner-toast]', { hasText: say('members.match-toast', { name: he.name }) });
  await expect(notice).toBeVisible();
  await expect(she.page.getByRole('dialog')).toHaveCount(0);
  await notice.getByRole('button', { name: say('members.match-open') }).click();
  await she.page.waitForURL(`**/likes/m/${he.id}`);
});

test('after a like is returned in the list, the focus is at the next one', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const another = await person(browser, { gender: 'male' });
  for (const one of [he, another]) await api(one.context.request, 'addLike', { profile: she.id });
  await openAlive(she.page, '/likes/received');
  const back = (name: string) => she.page.getByRole('button', { name: `${say('members.like-back')}: ${name}` });
  await back(he.name).press('Enter');
  const moment = she.page.getByRole('dialog', { name: say('likes.match-title') });
  await expect(moment).toBeVisible();
  await she.page.keyboard.press('Escape');
  await expect(moment).toHaveCount(0);
  await expect(back(he.name)).toHaveCount(0);
  await expect(back(another.name)).toBeFocused();
});

test('a new like that loads while a member is writing is shown once they stop', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const { page } = she;
  const dialog = page.getByRole('dialog', { name: say('likes.new-title') });
  const writing = page.getByRole('searchbox', { name: say('members.find-name') });
  let answered = 0;
  await page.route('**/api/auto-like.php', async (route) => {
    const response = await route.fetch();
    // The keyboard is faster than the network.
    await writing.filter({ visible: true }).first().focus();
    const reloaded = page.waitForResponse('**/api/likes.php');
    await route.fulfill({ response });
    await reloaded;
    answered += 1;
  });
  await api(he.context.request, 'addLike', { profile: she.id });
  await openAlive(page, '/members?t=1');
  await expect.poll(() => answered).toBe(1);
  await page.unroute('**/api/auto-like.php');
  await expect(dialog).toHaveCount(0);
  await page.locator('body').click({ position: { x: 1, y: 1 } });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

/** Advances the page's clock. Removing `t` from the address reloads the page's data. */
async function pass(page: Page): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await page.clock.fastForward(2_000);
    await page.evaluate(() => fetch('/api/user.php').then((answer) => answer.text()));
  }
}

test('?t=1 waits while the tab is hidden and while the member is writing', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const { page } = she;
  await api(he.context.request, 'addLike', { profile: she.id });
  await page.clock.install();
  // A page that does not ask for a new like in any other case.
  await openAlive(page, '/credits?t=1');
  const dialog = page.getByRole('dialog', { name: 'New like!' });
  await setHidden(page, true);
  await pass(page);
  await expect(page).toHaveURL(/[?&]t=1/);
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('input'));
    field.id = 'writing';
    field.focus();
  });
  await setHidden(page, false);
  await pass(page);
  await expect(page).toHaveURL(/[?&]t=1/);
  await expect(dialog).toBeHidden();
  await page.locator('#writing').blur();
  await page.clock.fastForward(2_000);
  await expect(dialog).toBeVisible();
  await expect(page).not.toHaveURL(/[?&]t=1/);
});
