import type { Page, Route } from '@playwright/test';

import { moveSignUp } from '../support/confirm-address.ts';
import { api, expect, password, person, sentence, site, test } from '../support/e2e.ts';
import { newPlainPage, openAlive, say } from '../support/forms.ts';
import { box, couple, sendText, chatting } from '../support/talk.ts';

const account = (page: Page, name: string) => page.getByLabel(say('shell.account', { name }));

async function logOutOnScreen(page: Page, name: string): Promise<void> {
  await account(page, name).click();
  await page.getByRole('button', { name: say('shell.log-out') }).click();
}

test('a new language applies immediately and is stored for 365 days and in the account', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  await openAlive(page, '/likes');
  await page.getByLabel(say('shell.language', { language: 'English' })).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence('de', 'likes.title'));
  const cookie = (await me.context.cookies()).find(({ name }) => name === 'i18n_redirected');
  expect([cookie?.value, cookie?.sameSite, cookie?.path]).toEqual(['de', 'Lax', '/']);
  const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 86_400;
  expect(Math.abs(days - 365)).toBeLessThan(0.1);
  expect((await api(page.request, 'getUser')).body.user.language).toBe('de');
});

test('the language changes without JavaScript too, on the same page', async ({ browser }) => {
  const page = await newPlainPage(browser);
  await page.goto(`${site()}/login?next=%2Fchats`);
  await page.getByLabel(say('shell.language', { language: 'English' })).click();
  const region = page.getByRole('link', { name: say('shell.language-region') }).first();
  await expect(region).toHaveAttribute('href', /^\/lang-config/);
  await page.getByRole('button', { name: 'Suomi' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi');
  await expect(page).toHaveURL(`${site()}/login?next=%2Fchats`);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'i18n_redirected');
  expect([cookie?.value, cookie?.sameSite, cookie?.path]).toEqual(['fi', 'Lax', '/']);
});

test('logging out removes personal data from the browser, and going back leads to the login (PII-07)', async ({
  browser,
}) => {
  const { she, he, page, chat } = await chatting(browser);
  await box(she, he).fill('A draft that nobody else may read');
  await openAlive(page, '/profile');
  const stale = await she.context.storageState();
  expect(JSON.stringify(stale.origins)).toContain('A draft');
  expect((await page.request.get(`${site()}/profile`)).headers()['cache-control']).toContain('no-store');

  const answered = page.waitForResponse((answer) => answer.url().includes('/api/logout.php'));
  await logOutOnScreen(page, she.name);
  expect((await (await answered).allHeaders())['clear-site-data']).toBe('"cache"');
  await page.waitForURL(`${site()}/`);
  const left = await page.evaluate(async () => ({
    keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    texts: [...Object.values(localStorage), ...Object.values(sessionStorage)].join('\n'),
    caches: await caches.keys(),
  }));
  expect(left.caches).toEqual([]);
  // The router stores scroll positions under random keys. The logout mark identifies nobody.
  const impersonal = [
    'tealight.dismissed',
    'tealight.reloaded-at',
    'tealight.waiting',
    'react-router-scroll-positions',
  ];
  expect(left.keys.filter((key) => !impersonal.includes(key))).toEqual([]);
  for (const personal of [she.id, he.id, chat, she.name, '/profile']) expect(left.texts).not.toContain(personal);
  expect((await she.context.cookies()).map(({ name }) => name)).not.toContain('auth.session');
  await page.goBack();
  await page.waitForURL(/\/login\?next=/);
  await expect(page.getByText(she.name)).toHaveCount(0);

  const thief = await browser.newContext({ storageState: stale });
  expect((await api(thief.request, 'getUser')).status).toBe(403);
});

test('an alert stays dismissed after a reload and a logout, but not for the browser’s next member', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/\.js/);
  const me = await person(browser);
  const { page } = me;
  const alert = page.locator('[data-alert=profile-photo]');
  // The time bonus, which takes precedence, has ended.
  await moveSignUp(me.id, 86_400);
  await openAlive(page, '/members');
  await expect(alert.getByRole('link', { name: say('shell.no-photo-action') })).toHaveAttribute('href', '/profile');
  const kept = page.waitForResponse(/\/api\/alerts\.php/);
  await alert.getByRole('button', { name: say('common.close') }).click();
  await expect(alert).toHaveCount(0);
  await kept;
  await openAlive(page, '/likes');
  await expect(alert).toHaveCount(0);
  await logOutOnScreen(page, me.name);
  await page.waitForURL(`${site()}/`);
  expect((await api(page.request, 'logIn', { login: me.email, password })).status).toBe(200);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`${site()}/members`);
  await expect(alert).toHaveCount(0);
  const next = await person(browser);
  await moveSignUp(next.id, 86_400);
  expect((await api(page.request, 'logIn', { login: next.email, password })).status).toBe(200);
  await page.goto(`${site()}/members`);
  await expect(alert).toHaveCount(1);
});

test('a failed logout says so and keeps the session, and one that succeeds ends it in all tabs, which say why', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/Failed to load resource/);
  const me = await person(browser);
  const { page } = me;
  const other = await me.context.newPage();
  await openAlive(other, '/likes');
  await openAlive(page, '/members');
  await account(page, me.name).click();
  for (const fail of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, json: { error: 'request.failed', message: '' } }),
  ]) {
    await page.route('**/api/logout.php', fail);
    await page.getByRole('button', { name: say('shell.log-out') }).click();
    const told = page.getByText(sentence('en', 'errors.request.failed'));
    await expect(told).toBeVisible();
    await openAlive(page, '/likes');
    await account(page, me.name).click();
    await page.unroute('**/api/logout.php');
  }
  await page.getByRole('button', { name: say('shell.log-out') }).click();
  await page.waitForURL(`${site()}/`);
  await other.waitForURL(/\/login\?next=%2Flikes/);
  await expect(other.getByText(say('shell.session-ended'))).toBeVisible();
});

test('the demo notice is dismissed for good, and the title counts unread messages and new likes', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  const { page } = she;
  // No more important notice takes its place.
  await moveSignUp(she.id, 86_400);
  await openAlive(page, '/settings');
  const notice = page.getByText(say('shell.demo'));
  await expect(notice).toBeVisible();
  await page
    .getByRole('button', { name: say('common.close') })
    .first()
    .click();
  await expect(notice).toHaveCount(0);
  await expect(page).toHaveTitle(/^[^(]/);
  await sendText(he, she, 'Hello');
  await api(he.context.request, 'addLike', { profile: she.id });
  await expect(page).toHaveTitle(/^\(2\) /);
  await openAlive(page, '/settings');
  await expect(page).toHaveTitle(`(2) ${say('shell.settings')} · Tealight`);
  await expect(notice).toHaveCount(0);
});

test('the keyboard reaches every navigation entry and, by the skip link, the content; Escape closes menus', async ({
  browser,
}) => {
  const me = await person(browser);
  const { page } = me;
  await openAlive(page, '/likes');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: say('shell.skip') });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  const reached: string[] = [];
  const focused = page.locator(':focus');
  for (let step = 0; step < 20 && reached.at(-1) !== say('shell.account', { name: me.name }); step += 1) {
    await page.keyboard.press('Tab');
    reached.push((await focused.getAttribute('aria-label')) ?? (await focused.innerText()).trim());
  }
  const wanted = ['shell.search', 'shell.messages', 'shell.likes', 'shell.premium'] as const;
  expect(reached).toEqual(expect.arrayContaining(wanted.map((id) => say(id))));
  expect(reached).toContain(`EN, ${say('shell.language', { language: 'English' })}`);

  const menu = account(page, me.name);
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  const logOut = page.getByRole('button', { name: say('shell.log-out') });
  await expect(logOut).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(logOut).toBeHidden();
  await expect(menu).toBeFocused();

  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the keyboard reaches the tabs of a phone, and the installed app has a back button to the previous page', async ({
  browser,
}) => {
  const me = await person(browser, { gender: 'male', phone: true });
  const { page } = me;
  await openAlive(page, '/settings');
  const tabs = page.getByRole('navigation', { name: say('shell.navigation') }).filter({ visible: true });
  await expect(tabs.getByRole('link')).toHaveCount(5);
  await tabs.getByRole('link', { name: say('shell.messages') }).press('Enter');
  await page.waitForURL(/\/chats$/);
  await expect(tabs.getByRole('link', { name: say('shell.messages') })).toHaveAttribute('aria-current', 'page');

  await page.addInitScript(() => {
    const original = window.matchMedia.bind(window);
    window.matchMedia = (query) => original(query.replace('(display-mode: standalone)', 'all'));
  });
  await openAlive(page, '/likes');
  const found = (await api(me.context.request, 'searchProfiles')).body.results;
  await openAlive(page, `/members/${found[0]?.id}`);
  const back = page.getByRole('link', { name: say('common.back'), exact: true }).filter({ visible: true });
  await expect(back).toBeVisible();
  await back.click();
  await page.waitForURL(/\/likes$/);
  // The back arrow is in the bar on pages about money, otherwise before the title: one on each page.
  const anyBack = page.locator(`:is(a, button)[aria-label="${say('common.back')}"]`).filter({ visible: true });
  for (const path of ['/credits/history', '/premium', '/withdrawal']) {
    await openAlive(page, path);
    await expect(anyBack).toHaveCount(1);
  }
});

test('a page is printed without the site around it', async ({ browser }) => {
  const { page } = await person(browser);
  await openAlive(page, '/terms');
  const around = page.locator('body').locator('header:has(~ #content), footer, [data-alert]').filter({ visible: true });
  await expect(around).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(around).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
});

test('members on phones see one line of the footer, which opens the rest without JavaScript too', async ({
  browser,
}) => {
  const { page, context } = await person(browser, { phone: true });
  const noScript = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  });
  await openAlive(page, '/members');
  const without = await noScript.newPage();
  await without.goto(`${site()}/members`);
  for (const shown of [page, without]) {
    const footer = shown.getByRole('contentinfo');
    const links = footer.getByRole('link').filter({ visible: true });
    await expect(links).toHaveText([say('shell.footer.service')]);
    const line = await footer.getByText(say('shell.footer'), { exact: true }).boundingBox();
    expect(line?.height).toBeGreaterThanOrEqual(44);
    await footer.getByText(say('shell.footer'), { exact: true }).click();
    await expect(links.filter({ hasText: say('shell.footer.imprint') })).toHaveCount(1);
    await expect(links.filter({ hasText: say('shell.footer.service') })).toHaveCount(1);
    await expect(footer.getByText(say('shell.footer.disclaimer'))).toBeVisible();
  }
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(page.getByRole('contentinfo').getByText(say('shell.footer'), { exact: true })).toBeHidden();
});
