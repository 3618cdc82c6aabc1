import { randomUUID } from 'node:crypto';

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
import { askForPassword, button, newPlainPage, openAlive, say } from '../support/forms.ts';
import { everythingKept, isKept } from '../support/installed.ts';

test('an address change asks for a required password, is confirmed from the new address and undone from the old one', async ({
  browser,
  complaints,
}) => {
  const me = await person(browser);
  const next = `${randomUUID().slice(0, 8)}@example.org`;
  await openAlive(me.page, '/settings/login');
  await button(me.page, 'access.email-change').click();
  const dialog = me.page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(me.page, '[role=dialog]');
  await dialog.locator('[name=email]').fill('nobody');
  complaints.allow(/422/);
  await dialog.getByRole('button', { name: say('access.email-new-save') }).click();
  await expect(dialog.getByText('New email adress is invalid.')).toBeVisible();
  await askForPassword(me.page, '**/api/email.php');
  await dialog.locator('[name=email]').fill(next);
  await dialog.getByRole('button', { name: say('access.email-new-save') }).click();
  const own = dialog.getByLabel(say('access.own-password'), { exact: true });
  await expect(own).toBeVisible();
  await expect(dialog.getByText(say('errors.field.missing'))).toHaveCount(0);
  await dialog.getByRole('button', { name: say('access.email-new-save') }).click();
  await expect(dialog.getByText(say('errors.field.missing'))).toBeVisible();
  await expect(own).toBeFocused();
  await me.page.unrouteAll();
  await own.fill(password);
  await dialog.getByRole('button', { name: say('access.email-new-save') }).click();
  await expect(dialog).toBeHidden();
  await expect(me.page.getByText(say('access.email-asked', { email: next }))).toBeVisible();

  // In another browser and without scripts, because the mail is often read on another device.
  const reader = await newPlainPage(browser);
  await reader.goto(linkIn(await mailTo(reader.request, next, say('mail.mail-change.subject')), '/mail-change/do'));
  await reader.getByRole('button', { name: say('access.mail-change-confirm') }).click();
  await expect(reader.getByRole('heading', { name: say('access.mail-changed-title') })).toBeVisible();
  await expect(me.page.locator('#login').getByText(next, { exact: true })).toBeVisible();

  await reader.goto(
    linkIn(await mailTo(reader.request, me.email, say('mail.mail-changed.subject')), '/mail-change/do'),
  );
  await expect(reader.getByRole('heading', { name: say('access.mail-undo-title') })).toBeVisible();
  await reader.getByRole('button', { name: say('access.mail-undo') }).click();
  const fresh = 'a walk along the harbour';
  for (const field of ['password', 'password_again']) await reader.locator(`[name=${field}]`).fill(fresh);
  await reader.getByRole('button', { name: say('accounts.new-password-save') }).click();
  await reader.waitForURL(/\/login/);
  await me.page.waitForURL(/\/login/);
  await expect(me.page.getByText(say('shell.session-ended'))).toBeVisible();
  expect((await api(reader.request, 'logIn', { login: me.email, password })).status).toBe(401);
  expect((await api(reader.request, 'logIn', { login: me.email, password: fresh })).status).toBe(200);
});

test('an address link works after a reload and names its address, or leads to the settings if expired', async ({
  browser,
}) => {
  const me = await person(browser);
  const [first, next] = [1, 2].map(() => `${randomUUID().slice(0, 8)}@example.org`) as [string, string];
  const ask = (email: string) => api(me.context.request, 'changeEmail', { email, password });
  await ask(first);
  const old = linkIn(await mailTo(me.context.request, first, say('mail.mail-change.subject')), '/mail-change/do');
  await ask(next);
  const link = linkIn(await mailTo(me.context.request, next, say('mail.mail-change.subject')), '/mail-change/do');
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  await page.goto(old);
  await expect(page.getByRole('heading', { name: say('accounts.from-mail-expired') })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: say('shell.settings') }).click();
  await page.waitForURL(/\/login\?next=%2Fsettings/);

  await page.goto(link);
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${site()}/mail-change/do`);
  await page.reload();
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(page.url()).not.toContain('token');
  await button(page, 'access.mail-change-confirm').click();
  await expect(page.getByRole('heading', { name: say('access.mail-changed-title') })).toBeVisible();

  await page.goto(linkIn(await mailTo(context.request, me.email, say('mail.mail-changed.subject')), '/mail-change/do'));
  await expect(page.getByText(me.email, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${site()}/mail-change/do`);
  await page.reload();
  await button(page, 'access.mail-undo').click();
  await page.waitForURL(`${site()}/reset-password/do`);
  await page.locator('[name=password]').fill('short');
  await button(page, 'accounts.new-password-save').click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
  await page.reload();
  for (const field of ['password', 'password_again'])
    await page.locator(`[name=${field}]`).fill('a walk along the harbour');
  await button(page, 'accounts.new-password-save').click();
  await page.waitForURL(/\/login/);
});

test('one press ends every other session and sends its open page to the login', async ({ browser, complaints }) => {
  const me = await person(browser);
  const phone = await newContext(browser, 'en', true);
  expect((await api(phone.request, 'logIn', { login: me.email, password })).status).toBe(200);
  const elsewhere = await phone.newPage();
  await openAlive(elsewhere, '/settings/login');
  await openAlive(me.page, '/settings/login');
  await expect(me.page.getByText(say('access.session-here'))).toBeVisible();
  // No header names a country here, so both sessions say so.
  await expect(me.page.getByText(say('access.session-place-unknown'))).toHaveCount(2);
  await expectAccessible(me.page, '#sessions');
  complaints.allow(/403|1008/);
  await button(me.page, 'access.sessions-end').click();
  await elsewhere.waitForURL(/\/login/);
  await expect(elsewhere.getByText(say('shell.session-ended'))).toBeVisible();
  await expect(button(me.page, 'access.sessions-end')).toBeHidden();
  await expect(me.page.getByText(say('access.session-here'))).toBeVisible();
});

test('a mistyped address is corrected on the reminder itself', async ({ browser }) => {
  const me = await person(browser, { confirmed: false });
  const right = `${randomUUID().slice(0, 8)}@example.org`;
  await openAlive(me.page, '/members');
  await button(me.page, 'access.email-wrong').click();
  const dialog = me.page.getByRole('dialog');
  await dialog.locator('[name=email]').fill(right);
  await dialog.getByRole('button', { name: say('access.email-new-save') }).click();
  await expect(me.page.getByText(say('shell.confirm', { email: right }))).toBeVisible();
  const mail = await mailTo(me.context.request, right, say('mail.mail-change.subject'));
  await me.page.goto(linkIn(mail, '/mail-change/do'));
  await button(me.page, 'access.mail-change-confirm').click();
  await expect(me.page.getByRole('heading', { name: say('access.mail-changed-title') })).toBeVisible();
  expect((await api(me.context.request, 'getUser')).body.user).toMatchObject({ email: right, status: 'active' });
});

test('stored data is removed by the first page opened after a session has ended with no page open', async ({
  browser,
}) => {
  const me = await person(browser);
  await openAlive(me.page, '/chats');
  await isKept(me.page, ['user']);
  // An open page would send calls, and a visitor's front page runs no program unasked.
  await me.page.goto('about:blank');
  await me.context.clearCookies({ name: 'auth.session' });
  await me.page.goto(`${site()}/`);
  await expect.poll(() => everythingKept(me.page)).not.toContain(me.id);
  expect(await everythingKept(me.page)).not.toContain(me.email);
});
