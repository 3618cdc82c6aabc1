import { moveAccountDeletion, moveTimeBonus } from '../support/confirm-address.ts';
import { expect, expectAccessible, linkIn, mailTo, newContext, password, person, site, test } from '../support/e2e.ts';
import { button, newPlainPage, openAlive, say } from '../support/forms.ts';

test('an account is deleted in two steps, and the mailed link restores it on day 13', async ({
  browser,
  complaints,
}) => {
  const me = await person(browser);
  await openAlive(me.page, '/settings/leave');
  await button(me.page, 'accounts.leave-open').click();
  const dialog = me.page.getByRole('dialog');
  await expect(dialog.getByText(say('accounts.leave-hidden'))).toBeVisible();
  await expectAccessible(me.page, '[role=dialog]');
  await dialog.getByRole('combobox').selectOption('break');
  await expect(dialog.getByText(say('accounts.leave-pause-lead'))).toBeVisible();
  await dialog.getByRole('button', { name: say('accounts.next') }).click();
  await expect(dialog.locator('[name=password]')).toBeFocused();
  await dialog.locator('[name=password]').fill('not my password');
  complaints.allow(/422/);
  await dialog.getByRole('button', { name: say('accounts.leave-open') }).click();
  await expect(dialog.getByText(say('errors.password.old-wrong'))).toBeVisible();
  await dialog.locator('[name=password]').fill(password);
  await dialog.getByRole('button', { name: say('accounts.leave-open') }).click();
  await me.page.waitForURL(/\/account-deleted$/);
  await expect(me.page.getByRole('heading', { name: say('accounts.gone-title') })).toBeVisible();

  // In another browser and without scripts, because the mail is often read on another device.
  const other = await newContext(browser, 'en');
  const linkFor = async (): Promise<string> =>
    linkIn(await mailTo(other.request, me.email, say('mail.leaving.subject')), '/account-deleted');
  const first = await linkFor();

  await openAlive(me.page, '/login');
  await me.page.locator('[name=login]').fill(me.email);
  await me.page.locator('[name=password]').fill(password);
  complaints.allow(/403/);
  await button(me.page, 'accounts.log-in').click();
  await expect(me.page.getByText(say('errors.account.pending-deletion'))).toBeVisible();
  await me.context.close();

  // The login attempt sends another link, which replaces the first.
  let link = first;
  await expect.poll(async () => (link = await linkFor())).not.toBe(first);
  await other.close();
  await moveAccountDeletion(me.id, 13);
  const page = await newPlainPage(browser);
  await page.goto(first);
  await page.getByRole('button', { name: say('accounts.back') }).click();
  await expect(page.getByText(say('errors.link.expired'))).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: say('accounts.back') }).click();
  await expect(page.getByRole('heading', { name: say('accounts.returned-title') })).toBeVisible();
  await page.goto(`${site()}/login`);
  await page.locator('[name=login]').fill(me.email);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button', { name: say('accounts.log-in'), exact: true }).click();
  await page.waitForURL(/\/members/);
});

test('an offer to stay is shown beside the deletion, adds no step to it, and can be used', async ({ browser }) => {
  const me = await person(browser);
  // The time bonus, which is larger, has ended.
  await moveTimeBonus(me.id, 5 * 3_600);
  await openAlive(me.page, '/settings/leave');
  await button(me.page, 'accounts.leave-open').click();
  const dialog = me.page.getByRole('dialog');
  const offer = dialog.getByRole('status').filter({ hasText: '20%' });
  await expect(offer).toBeVisible();
  await expectAccessible(me.page, '[role=dialog]');
  await dialog.getByRole('button', { name: say('accounts.next') }).click();
  await expect(dialog.locator('[name=password]')).toBeVisible();
  await expect(offer).toBeHidden();
  await dialog.getByRole('button', { name: say('accounts.leave-keep') }).click();
  await button(me.page, 'accounts.leave-open').click();
  await offer.getByRole('link').click();
  await me.page.waitForURL(/\/credits\?code=STAY20/);
  await expect(me.page.getByText(say('discounts.active.code', { code: 'STAY20', percent: '20%' }))).toBeVisible();
});
