import {
  api,
  expect,
  expectAccessible,
  linkIn,
  mailTo,
  newContext,
  password,
  person,
  site,
  test,
} from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';

test('logging in by username, after a wrong password, continues to the requested page, with and without JavaScript', async ({
  browser,
}) => {
  const me = await person(browser);
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en' });
    const page = await context.newPage();
    await page.goto(`${site()}/settings`);
    await page.waitForURL(/\/login\?next=/);
    await page.locator('[name=login]').fill(me.name);
    await page.locator('[name=login]').press('Tab');
    await expect(page.locator('[name=password]')).toBeFocused();
    await page.locator('[name=password]').fill('not my password');
    await button(page, 'accounts.log-in').click();
    await expect(page.getByText(say('errors.login.failed'))).toBeVisible();
    await expect(page.locator('[name=login]')).toHaveValue(me.name);
    await page.locator('[name=password]').fill(password);
    await button(page, 'accounts.log-in').click();
    await page.waitForURL(/\/settings$/);
    await context.close();
  }
});

test('a logged-in member who opens the login or sign-up goes on to the requested page', async ({ browser }) => {
  const me = await person(browser);
  for (const [path, target] of [
    ['/login?next=/chats', '/chats'],
    ['/signup?next=%2Flikes', '/likes'],
    ['/login?next=//evil.example', '/members'],
    ['/login', '/members'],
  ]) {
    const { location } = (await me.page.request.get(`${site()}${path}`, { maxRedirects: 0 })).headers();
    expect(location, path).toBe(target);
  }
});

test('a forgotten password is reset by mail, and the link works once', async ({ browser }) => {
  const me = await person(browser);
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  await openAlive(page, '/reset-password');
  await page.locator('[name=email]').fill('nobody.at.all@example.org');
  await button(page, 'accounts.reset-send').click();
  await expect(page.getByText(say('errors.email.not-found'))).toBeVisible();
  await page.locator('[name=email]').fill(me.email);
  await button(page, 'accounts.reset-send').click();
  await expect(page.getByText(say('accounts.reset-sent'))).toBeVisible();
  await expectAccessible(page);

  const link = linkIn(await mailTo(context.request, me.email, say('mail.reset.subject')), '/reset-password/do');
  const answer = await page.goto(link);
  expect(answer?.headers()['referrer-policy']).toMatch(/no-referrer|same-origin/);
  await page.locator('[name=password]').fill('an evening of long words');
  await page.locator('[name=password_again]').fill('an evening of other words');
  await button(page, 'accounts.new-password-save').click();
  await expect(page.getByText(say('errors.password.different'))).toBeVisible();
  await page.locator('[name=password]').fill('an evening of long words');
  await page.locator('[name=password_again]').fill('an evening of long words');
  await button(page, 'accounts.new-password-save').click();
  await page.waitForURL(/\/login/);

  await page.goto(link);
  await page.locator('[name=password]').fill('an evening of long words');
  await page.locator('[name=password_again]').fill('an evening of long words');
  await button(page, 'accounts.new-password-save').click();
  await expect(page.getByText(say('errors.link.expired'))).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test(`the link in the activation mail confirms the address ${javaScriptEnabled ? 'on arrival' : 'by a button, without JavaScript'}`, async ({
    browser,
  }) => {
    const me = await person(browser, { confirmed: false });
    const link = linkIn(await mailTo(me.context.request, me.email), '/activate/');
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en' });
    const page = await context.newPage();
    await page.goto(link);
    if (!javaScriptEnabled) await button(page, 'accounts.confirm').click();
    await expect.poll(async () => (await api(me.context.request, 'getUser')).body.user.status).toBe('active');
    await context.close();

    const late = await browser.newContext({ javaScriptEnabled, locale: 'en' });
    const again = await late.newPage();
    await again.goto(link);
    if (!javaScriptEnabled) await button(again, 'accounts.confirm').click();
    await expect(again.getByText(say('accounts.confirmed'))).toBeVisible();
    await expect(again.getByRole('link', { name: say('accounts.log-in') })).toBeVisible();
    await again.goto(link.replace(/token=[^&]+/, 'token=made-up'));
    if (!javaScriptEnabled) await button(again, 'accounts.confirm').click();
    await expect(again.getByText(say('errors.activation.failed')).first()).toBeVisible();
    await late.close();

    // In the member's own browser, the account is already confirmed, so any token leads to the success page.
    const { page: own } = me;
    await own.goto(link.replace(/token=[^&]+/, 'token=made-up'));
    await expect(own.getByText(say('accounts.confirmed'))).toBeVisible();
    await expect(own.getByText(me.email)).toBeVisible();
    await expect(own.getByRole('link', { name: say('accounts.see-members') })).toBeVisible();
  });
}

test('the settings change password, theme and region, and unblock a member', async ({ browser }) => {
  const me = await person(browser);
  const other = await person(browser, { gender: 'male' });
  await api(me.context.request, 'blockMember', { profile: other.id });
  const { page } = me;
  await openAlive(page, '/settings');

  await page.getByText(say('accounts.new-password-title'), { exact: true }).click();
  await page.locator('[name=old_password]').fill('not my password');
  // The form for a copy of the data also has a password field.
  await page.locator('form:has([name=old_password]) [name=password]').fill('an evening of long words');
  await page.locator('[name=password_again]').fill('an evening of other words');
  await button(page, 'accounts.new-password-save').click();
  await expect(page.getByText(say('errors.password.different'))).toBeVisible();
  await page.locator('[name=password_again]').fill('an evening of long words');
  await button(page, 'accounts.new-password-save').click();
  await expect(page.getByText(say('errors.password.old-wrong'))).toBeVisible();
  await expect(page.locator('[name=old_password]')).toBeFocused();
  await page.locator('[name=old_password]').fill(password);
  await button(page, 'accounts.new-password-save').click();
  await expect(page.getByText(say('accounts.password-changed'))).toBeVisible();
  await expect(page.locator('summary', { hasText: say('accounts.new-password-title') })).toBeFocused();

  await page.getByRole('button', { name: say('accounts.unblock-name', { name: other.name }) }).click();
  await expect(page.getByText(say('accounts.blocked-none'))).toBeVisible();
  await expect(page.getByRole('heading', { name: say('accounts.blocked'), exact: true })).toBeFocused();
  expect((await api(me.context.request, 'listBlocks')).body.profiles).toEqual([]);

  await page.getByRole('radio', { name: say('accounts.theme.dark') }).check({ force: true });
  expect(await (await page.request.get(`${site()}/settings`)).text()).toContain('data-theme="dark"');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  const place = page.locator('#place');
  const region = place.getByLabel(say('accounts.region'));
  for (const wanted of ['NL-UT', '']) {
    await openAlive(page, '/settings');
    await region.selectOption(wanted);
    const answered = page.waitForResponse((response) => response.url().includes('/api/profile.php'));
    await place.getByRole('button', { name: say('common.save') }).click();
    expect((await answered).status()).toBe(200);
    const { user } = (await api(page.request, 'getUser')).body;
    expect([user.profile.countryregion, user.profile.town]).toEqual([wanted || null, null]);
    await openAlive(page, '/settings');
    await expect(region).toHaveValue(wanted);
  }
});
