import type { Page, Route } from '@playwright/test';

import { hydratedEvent } from '../../web/platform/pages/hydrated.ts';
import { api, expect, newContext, password, person, site, test } from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { fillWho, fillYou, go, newEmail, newName } from '../support/sign-up-form.ts';
import { box, chatting } from '../support/talk.ts';

/** Opens a page and holds back its script; returns a function that releases it and waits for hydration. */
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

test('a menu opened before the script arrives stays open until the next page', async ({ browser }) => {
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
});

test('filters set before the script arrives are applied to the search', async ({ browser }) => {
  const { page } = await person(browser);
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
});

test('profile changes made before the script arrives are saved', async ({ browser }) => {
  const { page } = await person(browser);
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
});

test('text typed into a conversation before the script arrives is kept after the draft and sent', async ({
  browser,
}) => {
  const { she, he, page, chat } = await chatting(browser);
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
});

for (const [fault, breaks] of [
  ['fails', (route: Route) => route.abort()],
  ['never comes', () => undefined],
] as const)
  test(`a sign-up with a script that ${fault} asks for the password no more often than without a script`, async ({
    browser,
    complaints,
  }) => {
    complaints.allow(/entry\.client/, /422/, /Failed to fetch/);
    const context = await newContext(browser, 'en');
    const page = await context.newPage();
    await page.route('**/assets/entry.client-*.js', breaks);
    const open = { waitUntil: 'domcontentloaded' } as const;
    await page.goto(`${site()}/signup`, open);
    const send = button(page, 'accounts.sign-up');
    const email = newEmail();
    await fillWho(page, email);
    if (fault === 'never comes') {
      await go(page);
      await page.waitForLoadState('domcontentloaded');
      await expect(send).toBeVisible();
      await expect(page.locator('[name=email]')).toHaveValue(email);
      await expect(page.locator('[name=password]')).toHaveValue('');
      await page.locator('[name=password]').fill(password);
    }
    await fillYou(page, newName());
    await page.locator('[name=accept_terms]').check();
    await send.click();
    await page.waitForURL(/\/complete-signup/, open);
    expect((await api(context.request, 'getUser')).body.user.email).toBe(email);
  });
