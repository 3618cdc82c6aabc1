import type { Page } from '@playwright/test';

import { hydratedEvent } from '../../web/shell/hydrated.ts';
import { api, expect, person, site, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { box, couple, openChat, sendText } from '../support/talk.ts';

/** Opens a page whose script is held back; returns what lets it go and waits until the page is hydrated. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  let go: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript((hydrated) => {
    addEventListener(hydrated, () => document.documentElement.setAttribute('data-hydrated', ''));
  }, hydratedEvent);
  await page.goto(site() + path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  return async () => {
    go();
    await page.locator('html[data-hydrated]').waitFor();
  };
}

test('a menu opened before the script has arrived stays open, and closes with the next page', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  const start = await openEarly(page, '/faq');
  const account = page.getByLabel(say('shell.account', { name: me.name }));
  const menu = page.locator('details').filter({ has: account });
  await account.click();
  const question = page.getByRole('main').locator('details:visible').first();
  await question.locator('summary').click();
  await start();
  await expect(question).toHaveAttribute('open');
  await expect(menu).toHaveAttribute('open');
  await menu.getByRole('link', { name: say('shell.settings') }).click();
  await page.waitForURL(`${site()}/settings`);
  await expect(menu).not.toHaveAttribute('open');
  await me.context.close();
});

test('what a visitor chose in the filters before the script has arrived is searched for', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  const start = await openEarly(page, '/members');
  const photo = page.locator('[name=with_photo]');
  const online = page.locator('[name=online]');
  await photo.check();
  await online.check();
  await start();
  await page.waitForURL(
    (url) => url.searchParams.get('with_photo') !== null && url.searchParams.get('online') !== null,
  );
  await expect(photo).toBeChecked();
  await expect(online).toBeChecked();
  await me.context.close();
});

test('what a member changed in the profile before the script has arrived is saved', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  const start = await openEarly(page, '/profile');
  const profile = async () => (await api(page.request, 'getUser')).body.user.profile;
  await page.locator('#facts summary').click();
  await page.locator('[name=eye_color]').selectOption('green');
  await page.locator('#interests summary').click();
  const chosen = page.locator('[name=interests]');
  for (const place of [0, 1, 2]) await chosen.nth(place).check({ force: true });
  await page.locator('[name=about]').fill('Typed before the script');
  await start();
  await expect.poll(async () => (await profile()).interests?.length).toBe(3);
  await expect.poll(async () => (await profile()).about).toBe('Typed before the script');
  expect((await profile()).eye_color).toBe('green');
  await expect(page.locator('[name=about]')).toHaveValue('Typed before the script');
  await me.context.close();
});

test('what is typed into a conversation before the script has arrived stays, after the draft, and is sent', async ({
  browser,
}) => {
  const { she, he, close } = await couple(browser);
  const { page } = she;
  const chat = await sendText(he, she, 'Hello');
  await openChat(she, chat);
  await box(she, he).fill('A draft');
  await openAlive(page, '/likes');
  const start = await openEarly(page, `/chats/${chat}`);
  const search = page.getByLabel(say('chat.search'));
  await box(she, he).pressSequentially('typed early');
  await search.focus();
  await start();
  await expect(box(she, he)).toHaveValue('A draft\ntyped early');
  await expect(search).toBeFocused();
  await box(she, he).press('Enter');
  await expect
    .poll(async () => (await api(page.request, 'getChat', { conversation: chat })).body.messages.at(-1)?.text)
    .toBe('A draft\ntyped early');
  await close();
});
