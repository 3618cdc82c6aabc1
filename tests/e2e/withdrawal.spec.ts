import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { api, expect, expectAccessible, linkIn, mailTo, newPage, person, site, test } from '../support/e2e.ts';
import { newPlainPage, openAlive, say } from '../support/forms.ts';

test('a withdrawal takes two clicks and two steps, and the money is refunded (LEG-06)', async ({ browser }) => {
  const { page, email } = await person(browser, { premium: true });
  const [purchase] = (await api(page.request, 'listWithdrawals')).body.withdrawals;
  await openAlive(page, '/members');
  await page.getByRole('banner').locator('summary').last().click();
  await page
    .getByRole('link', { name: say('withdrawal.title'), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/withdrawal$/);
  await page.getByRole('link', { name: say('withdrawal.choose') }).click();
  await expect(page.getByRole('heading', { name: say('withdrawal.sure') })).toBeVisible();
  const { credits } = purchase ?? { credits: 0 };
  await expect(page.getByText(say('withdrawal.unused', { unused: credits, count: credits }))).toBeVisible();
  await page.getByRole('button', { name: say('withdrawal.submit') }).click();
  await expect(page.getByRole('heading', { name: say('withdrawal.done') })).toBeVisible();
  await expectAccessible(page);

  const mail = await mailTo(page.request, email, 'Your withdrawal');
  expect(mail.text).toContain(`I withdraw from my contract for ${purchase?.credits} credits`);
  const refunded = page.getByRole('paragraph').filter({ hasText: new RegExp(`^${say('withdrawal.state.refunded')}$`) });
  await expect(refunded).toBeVisible({
    timeout: 60_000,
  });
  const { user } = (await api(page.request, 'getUser')).body;
  expect([user.credits, user.paid_user]).toEqual([20, false]);
  await page.reload();
  await expect(refunded).toBeVisible();
});

test('a withdrawal works in the same steps without a script', async ({ browser }) => {
  const me = await person(browser, { premium: true });
  const page = await newPlainPage(browser, { as: me });
  await page.goto(`${site()}/withdrawal`);
  await page.getByRole('link', { name: say('withdrawal.choose') }).click();
  await page.getByRole('button', { name: say('withdrawal.submit') }).click();
  await expect(page.getByRole('heading', { name: say('withdrawal.done') })).toBeVisible();
});

test('a guest withdrawal is acknowledged: with the number it takes effect, without it a mailed link confirms it', async ({
  browser,
}) => {
  const page = await newPage(browser, 'en');
  const declare = async (email: string, number: string): Promise<void> => {
    await openAlive(page, '/return-policy');
    await page.getByLabel(say('withdrawal.name')).fill('Vera de Vries');
    await page.getByLabel(say('withdrawal.email')).fill(email);
    await page.getByLabel(say('withdrawal.number')).fill(number);
    await page.getByRole('button', { name: say('withdrawal.guest.submit') }).click();
    await expect(page.getByText(say('withdrawal.done'))).toBeVisible();
    // Without the form the page is shorter; the result must still be visible.
    await expect(page.getByText(say('withdrawal.done'))).toBeInViewport();
    await expectAccessible(page);
    // The page itself offers the acknowledgement, because no mail is sent if the mailbox got several that day.
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: say('withdrawal.guest.save') }).click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    for (const said of [say('withdrawal.done'), new URL(site()).hostname, 'Vera de Vries', email, number])
      expect(text).toContain(said);
    expect(text).toMatch(/: \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC\r\n/);
  };
  const stranger = `${randomUUID()}@example.org`;
  await declare(stranger, 'NOSUCH01');
  expect((await mailTo(page.request, stranger)).text).toContain('NOSUCH01');

  const named = await person(browser, { premium: true });
  const { payment_id: id } = (await api(named.page.request, 'getPayment')).body.payment;
  await declare(named.email, id.slice(0, 8));
  await mailTo(page.request, named.email, 'Your withdrawal, order');

  const buyer = await person(browser, { premium: true });
  await declare(buyer.email, '');
  const mail = await mailTo(page.request, buyer.email, 'Confirm your withdrawal');
  await page.goto(linkIn(mail, '/withdrawal/confirm'));
  expect((await api(buyer.page.request, 'getUser')).body.user.paid_user).toBe(true);
  await page.getByRole('button', { name: say('withdrawal.submit') }).click();
  await expect(page.getByRole('heading', { name: say('withdrawal.done') })).toBeVisible();
  await expectAccessible(page);
  await mailTo(page.request, buyer.email, 'Your withdrawal, order');
});
