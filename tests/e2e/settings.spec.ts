import { readFile } from 'node:fs/promises';

import type { Browser } from '@playwright/test';

import { expectFits } from '../support/narrow.ts';
import { addPhotos } from '../support/pictures.ts';
import { unzip } from '../support/unzip.ts';
import {
  type Person,
  api,
  expect,
  expectAccessible,
  linkIn,
  mailTo,
  password,
  person,
  sentence,
  site,
  test,
} from '../support/e2e.ts';
import { askForPassword, goOffline, openAlive, say } from '../support/forms.ts';

test('the settings list summarizes each setting, links to it, and follows its changes', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  await openAlive(page, '/settings');
  const list = page.getByRole('navigation', { name: say('shell.settings') });
  await expect(list.getByText(me.email)).toBeVisible();
  await expect(list.getByText(say('accounts.summary.no-limit'))).toBeVisible();
  await expect(list.getByText(say('accounts.summary.people', { blocked: 0, hidden: 0 }))).toBeVisible();

  await list.getByRole('link', { name: say('accounts.group.privacy') }).click();
  await expect(page).toHaveURL(/\/settings\/privacy$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const invisible = page.getByRole('switch', { name: say('accounts.invisible') });
  await expect(invisible).toBeInViewport();
  await invisible.click();
  await expect(invisible).toBeChecked();
  await expect(list.getByText(say('accounts.summary.invisible'))).toBeVisible();
  await expect(page.getByText(say('common.saved'))).toBeVisible();
  await page.getByText(say('accounts.invisible-what'), { exact: true }).click();
  await expect(page.getByText(say('accounts.invisible-what.waiting'))).toBeVisible();
  await list.getByRole('link', { name: say('accounts.group.notices') }).click();
  await page.getByRole('switch', { name: say('accounts.discreet') }).click();
  const user = async () => (await api(page.request, 'getUser')).body.user;
  await expect.poll(async () => (await user()).discreet_mail).toBe(true);
  expect((await user()).profile.invisible).toBe(true);
  await list.getByRole('link', { name: say('accounts.appearance') }).click();
  await page.getByRole('radio', { name: say('accounts.theme.dark') }).check({ force: true });
  await expect(list.getByText(`English · ${say('accounts.theme.dark')}`)).toBeVisible();
});

test('a profile is paused in the settings, says so on every page, and comes back with one tap', async ({ browser }) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  // An older link leads to the page of its group.
  await openAlive(page, '/settings#pause');
  await expect(page).toHaveURL(/\/settings\/privacy#pause$/);
  await page.getByLabel(say('accounts.pause-period')).selectOption('week');
  await page.getByRole('button', { name: say('accounts.pause-start') }).click();
  await expect(page.getByText(say('accounts.paused'))).toBeVisible();
  await expectAccessible(page);
  const { paused_until: until } = (await api(me.context.request, 'getUser')).body.user.profile;
  expect(until).toMatch(/^\d{4}-\d\d-\d\d$/);
  await openAlive(page, '/likes');
  const banner = page.locator('[data-alert=paused]');
  await expect(banner).toBeVisible();
  await expectFits(page, 'the banner of a pause');
  await banner.getByRole('button', { name: say('shell.paused-action') }).click();
  await expect(page.getByText(say('shell.paused-over'))).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect((await api(me.context.request, 'getUser')).body.user.profile.paused_until).toBeNull();
});

test('closed tips can be shown again, and that can be undone', async ({ browser }) => {
  const { page, context } = await person(browser);
  await context.addCookies([{ name: 'dismissed', value: 'age-gate:1.demo:3.source:4', url: site() }]);
  await api(context.request, 'dismissAlerts', { alerts: ['profile-photo'], dismissed: true });
  const closed = async () => (await api(context.request, 'getUser')).body.user.alerts_dismissed;
  await openAlive(page, '/settings');
  const demo = page.getByText(say('shell.demo'));
  await expect(page.getByText(say('accounts.alerts-lead', { count: 2 }))).toBeVisible();
  await page.getByRole('button', { name: say('accounts.alerts-show') }).click();
  await expect(page.getByText(say('accounts.alerts-lead', { count: 0 }))).toBeVisible();
  const cookie = async () => (await context.cookies()).find(({ name }) => name === 'dismissed')?.value;
  expect(await cookie()).toBe('age-gate:1.source:4');
  // A toast under the pointer stays.
  await page.getByRole('button', { name: say('common.undo') }).hover();
  await expect.poll(closed).toEqual([]);
  await page.getByRole('button', { name: say('common.undo') }).click();
  await expect(page.getByText(say('accounts.alerts-lead', { count: 2 }))).toBeVisible();
  expect(await cookie()).toBe('age-gate:1.demo:3.source:4');
  await expect.poll(closed).toEqual(['profile-photo']);
  await expect(demo).toHaveCount(0);
});

test('the settings fit a 320 px phone in Finnish, and say when a change was not saved', async ({
  browser,
  complaints,
}) => {
  const language = 'fi';
  complaints.allow(/500/);
  const me = await person(browser, { language, phone: true });
  const { page } = me;
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, '/settings');
  await expectFits(page, 'the list of settings');
  await page.getByRole('link', { name: sentence(language, 'accounts.group.privacy') }).click();
  await page.getByText(sentence(language, 'accounts.invisible-what'), { exact: true }).click();
  // No target may be half covered by the tabs when it is measured.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectFits(page, 'the settings');
  await page
    .getByRole('main')
    .getByRole('link', { name: sentence(language, 'common.back') })
    .click();
  await page.getByRole('link', { name: sentence(language, 'accounts.group.notices') }).click();
  const discreet = page.getByRole('switch', { name: sentence(language, 'accounts.discreet') });
  const fails = { status: 500, json: { error: 'request.failed', message: '' } };
  await page.route('**/api/user.php', (route) => route.fulfill(fails));
  await discreet.click();
  await expect(page.getByText(sentence(language, 'errors.request.failed'))).toBeVisible();
  await expect(discreet).not.toBeChecked();
  await page.unroute('**/api/user.php');
  await goOffline(page);
  await discreet.click();
  await expect(page.getByText(sentence(language, 'common.saved-later'))).toBeVisible();
  await expectFits(page, 'what waits for a connection');
  await me.context.setOffline(false);
  await expect(page.getByText(sentence(language, 'common.saved'))).toBeVisible();
});

test('a place that is saved offline says that it waits for a connection', async ({ browser, complaints }) => {
  complaints.allow(/Failed to fetch|ERR_/);
  const me = await person(browser);
  const { page } = me;
  await openAlive(page, '/settings');
  const part = page.locator('form', { has: page.locator('[name=country]') });
  const saved = part.getByRole('button', { name: say('common.save') });
  await saved.scrollIntoViewIfNeeded();
  await expect(saved).toBeVisible();
  await page.waitForLoadState('networkidle');
  await me.context.setOffline(true);
  await saved.click();
  await expect(part.getByText(say('common.saved-later'))).toBeVisible();
  await me.context.setOffline(false);
  await expect(page.getByText(say('common.saved'), { exact: true })).toBeVisible();
  await expect(part.getByText(say('common.saved-later'))).toHaveCount(0);
});

test('a data copy is requested with the password, announced by mail, and holds facts and photos (PII-13)', async ({
  browser,
  complaints,
}) => {
  const me = await person(browser);
  const { page } = me;
  await addPhotos(me, 1);
  await api(me.context.request, 'updateProfile', { about: 'Reads on the pier' });
  await openAlive(page, '/settings#data');
  const part = page.locator('#export');
  complaints.allow(/422/);
  await part.locator('[name=password]').fill('not my password');
  await part.getByRole('button', { name: say('accounts.export-ask') }).click();
  await expect(part.getByText(say('errors.password.old-wrong'))).toBeVisible();
  await part.locator('[name=password]').fill(password);
  await part.getByRole('button', { name: say('accounts.export-ask') }).click();
  const link = part.getByRole('button', { name: say('accounts.export-fetch') });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  const mail = await mailTo(page.request, me.email, say('export.mail.subject'));
  expect(linkIn(mail, '/settings')).toMatch(/\/settings\/data$/);
  await askForPassword(page, '**/api/export-link.php');
  await link.click();
  await part.getByLabel(say('access.own-password'), { exact: true }).fill(password);
  await expectAccessible(page);
  await page.unrouteAll();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('tealight.zip');
  const file = await readFile(await download.path());
  expect(file.subarray(0, 2).toString()).toBe('PK');
  await readCopy(me, unzip(file));
  await expect(link).toHaveCount(0);
});

async function readCopy(me: Person, files: Map<string, Buffer>): Promise<void> {
  const origin = 'http://copy.example';
  const context = await (me.context.browser() as Browser).newContext({ locale: 'en' });
  await context.route(`${origin}/**`, (route) => {
    const name = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
    const body = files.get(name);
    const contentType = name.endsWith('.html')
      ? 'text/html'
      : name.endsWith('.webp')
        ? 'image/webp'
        : 'application/json';
    return body ? route.fulfill({ body, contentType }) : route.fulfill({ status: 404 });
  });
  const page = await context.newPage();
  await page.goto(`${origin}/index.html`);
  await page.getByRole('link', { name: say('export.topic.account') }).click();
  for (const fact of [me.email, me.name, 'Reads on the pier'])
    await expect(page.locator('dd', { hasText: fact }).first()).toBeVisible();
  const photo = page.locator('img').first();
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await context.close();
}
