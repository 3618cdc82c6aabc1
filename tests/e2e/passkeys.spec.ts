import type { Locator, Page } from '@playwright/test';

import type { Language } from '../../contract/platform/languages.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { expect, expectAccessible, mailTo, password, person, sentence, site, test } from '../support/e2e.ts';
import { askForPassword, openAlive, say } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';

/**
 * Gives the page's browser a virtual device that stores passkeys and agrees to everything. With `offers`, also to
 * autofill in name fields, if the browser supports it.
 */
async function withDevice(page: Page, offers = false): Promise<void> {
  if (!offers)
    await page.context().addInitScript(() => {
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false });
    });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const press = (page: Page, language: Language, id: SentenceId): Locator =>
  page.getByRole('button', { name: sentence(language, id), exact: true });

async function logOut(page: Page, language: Language): Promise<void> {
  await openAlive(page, '/settings/leave');
  await press(page, language, 'shell.log-out').last().click();
  await page.waitForURL((url) => url.pathname === '/');
}

async function logInByPassword(page: Page, email: string): Promise<void> {
  await openAlive(page, '/login');
  await page.locator('[name=login]').fill(email);
  await page.locator('[name=password]').fill(password);
  await press(page, 'en', 'accounts.log-in').click();
  await page.waitForURL(/\/members/);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tealight.password-login'))).toBeNull();
}

test('a passkey is added in the settings, logs in without a password, and is removed, in Finnish', async ({
  browser,
  complaints,
}) => {
  const language = 'fi';
  const me = await person(browser, { language, phone: true });
  const { page } = me;
  const word = (id: SentenceId): string => sentence(language, id);
  // Autofill in the name field offers the passkey; another test presses the button.
  await withDevice(page, true);
  await openAlive(page, '/settings/login');
  await expect(page.getByText(word('access.passkeys-none'))).toBeVisible();
  await press(page, language, 'access.passkey-add').click();
  await expect(page.getByText(word('access.passkey-added'))).toBeVisible();
  await expect(page.getByText(word('access.passkey-unused'))).toBeVisible();
  await expectAccessible(page, '#passkeys');
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 320, height: 640 });
  // Scroll, so that a phone's tab bar does not cover a button of another section.
  await page.locator('#passkeys').evaluate((part) => part.scrollIntoView({ block: 'start' }));
  await expectFits(page, 'passkeys in the settings');
  await page.setViewportSize(wide);
  await mailTo(me.context.request, me.email, word('mail.passkey-added.subject'));

  await logOut(page, language);
  await openAlive(page, '/login');
  await page.waitForURL(/\/members/);

  await openAlive(page, '/settings/login');
  await expect(page.getByText(word('access.session-used'))).toBeVisible();
  await page
    .getByRole('button', { name: word('access.passkey-remove'), exact: false })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: word('access.passkey-remove'), exact: true }).click();
  await expect(page.getByText(word('access.passkeys-none'))).toBeVisible();
  await expect(dialog).toBeHidden();
  await mailTo(me.context.request, me.email, word('mail.passkey-removed.subject'));

  // The device still has the removed passkey.
  await logOut(page, language);
  complaints.allow(/401/);
  await openAlive(page, '/login');
  await expect(page.getByText(word('errors.passkey.failed'))).toBeVisible();
  await expectAccessible(page);
});

test('passkeys that fail to load can be loaded again, and the password used to add one does not stay', async ({
  browser,
  complaints,
}) => {
  const { page, context } = await person(browser);
  await withDevice(page);
  await context.route(`${site()}/api/passkey.php`, (route) => route.fulfill({ status: 403, json: { error: 'x' } }));
  complaints.allow(/403/);
  await openAlive(page, '/settings/login');
  const section = page.locator('#passkeys');
  await expect(section.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await context.unroute(`${site()}/api/passkey.php`);
  await section.getByRole('button', { name: say('common.retry') }).click();
  await expect(page.getByText(say('access.passkeys-none'))).toBeVisible();

  await askForPassword(page, '**/api/passkey.php?start=1');
  complaints.allow(/422/);
  await press(page, 'en', 'access.passkey-add').click();
  const field = page.locator('#passkeys').getByLabel(say('access.own-password'), { exact: true });
  await field.fill(password);
  await page.unrouteAll();
  await press(page, 'en', 'access.passkey-add').click();
  await expect(page.getByText(say('access.passkey-unused'))).toBeVisible();
  await expect(field).toHaveCount(0);
});

test('a member without a passkey is offered one after a password login, adds it right there, and logs in with it', async ({
  browser,
}) => {
  const me = await person(browser);
  const { page } = me;
  const question = page.getByText(say('access.passkey-offer-title'));
  await withDevice(page);
  await openAlive(page, '/members');
  await expect(question).toBeHidden();
  await logOut(page, 'en');
  await logInByPassword(page, me.email);
  await expect(question).toBeVisible();
  await expectAccessible(page, '[data-sonner-toast]');
  await press(page, 'en', 'access.passkey-offer-accept').click();
  await expect(page.getByText(say('access.passkey-added'))).toBeVisible();
  await openAlive(page, '/settings/login');
  await expect(page.getByText(say('access.passkey-unused'))).toBeVisible();
  await logOut(page, 'en');
  await openAlive(page, '/login');
  await press(page, 'en', 'accounts.log-in-passkey').click();
  await page.waitForURL(/\/members/);
});

test('a member who ignores the passkey offer is not asked again in this browser', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  const question = page.getByText(say('access.passkey-offer-title'));
  await withDevice(page);
  await logOut(page, 'en');
  await logInByPassword(page, me.email);
  await expect(question).toBeVisible();
  await logOut(page, 'en');
  await logInByPassword(page, me.email);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(question).toBeHidden();
});

test('a browser without passkey support is told so in the settings and offered none', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  await me.context.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await openAlive(page, '/settings/login');
  await expect(page.getByText(say('access.passkeys-unsupported'))).toBeVisible();
  await expect(press(page, 'en', 'access.passkey-add')).toBeHidden();
  await logOut(page, 'en');
  await logInByPassword(page, me.email);
  await expect(page.getByText(say('access.passkey-offer-title'))).toBeHidden();
  await me.context.clearCookies();
  await openAlive(page, '/login');
  await expect(press(page, 'en', 'accounts.log-in')).toBeVisible();
  await expect(press(page, 'en', 'accounts.log-in-passkey')).toBeHidden();
});
