import type { Page } from '@playwright/test';

import { type Person, api, expect, expectAccessible, mailTo, person, sandbox, sentence, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';
import { sandboxPayments } from '../support/order-on-screen.ts';

const status = (page: Page) => page.getByRole('main').getByRole('status');

async function order({ page, id, language }: Person): Promise<string> {
  await openAlive(page, '/credits?bundle=small');
  await page.locator('[name=paymentmethod][value=wire_transfer]').check();
  await page
    .getByRole('button', { name: sentence(language, 'payments.order.review'), exact: true })
    .filter({ visible: true })
    .click();
  const modal = page.getByRole('dialog', { name: sentence(language, 'payments.order') });
  await expect(modal.getByText(sentence(language, 'common.method.wire_transfer'))).toBeVisible();
  await modal.getByRole('button', { name: sentence(language, 'payments.order.submit') }).click();
  // There is no pay page, because nothing has to be done at the provider.
  await page.waitForURL(/\/transactions\//);
  const own = new URL(page.url()).pathname.split('/').at(-1);
  const made = (await sandboxPayments(page)).filter(({ metadata }) => metadata?.payment_id === own);
  expect(made.map(({ metadata }) => metadata?.member_id)).toEqual([id]);
  return made[0]?.id ?? '';
}

const pass = (page: Page, days: number) => page.request.put(`${sandbox()}/control/clock`, { data: { days } });
const getCredits = async (page: Page) => (await api(page.request, 'getUser')).body.user.credits;

test('a wire transfer says where to send the money and what happens next, and delivers the credits on day 3', async ({
  browser,
}) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  await me.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const atProvider = await order(me);
  const title = say('payments.transfer.title', { amount: '€7.49' });
  await expect(status(page)).toContainText(title);
  await expect(status(page)).toContainText(say('payments.result.next.transfer'));
  const where = page.getByRole('region', { name: title });
  for (const line of ['Sandbox Payments', 'NL53 ABNA 0627 5355 77', 'ABNANL2A', '€7.49'])
    await expect(where.getByText(line, { exact: true })).toBeVisible();
  const { transfer } = (await api(page.request, 'getPayment')).body.payment;
  const reference = transfer?.reference ?? '';
  expect(reference).toMatch(/^RF12(-\d{4}){3}$/);
  await expect(where.getByText(reference, { exact: true })).toBeVisible();
  await expect(where.getByRole('img', { name: say('payments.transfer.code') })).toBeVisible();
  await where.getByRole('button', { name: say('payments.transfer.copy-all') }).click();
  await expect(where.getByRole('button', { name: say('payments.transfer.copied'), exact: true })).toHaveCount(1);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const part of ['IBAN: NL53ABNA0627535577', `${say('payments.transfer.reference')}: ${reference}`])
    expect(copied.split('\n')).toContain(part);
  // Its pay page would only repeat the instructions.
  await expect(page.getByRole('link', { name: say('payments.result.continue') })).toHaveCount(0);
  await expectAccessible(page);
  const mail = await mailTo(page.request, me.email, 'How to pay for order');
  for (const part of ['NL53ABNA0627535577', reference, '€7.49']) expect(mail.text).toContain(part);

  await page.request.put(`${sandbox()}/control/payments/${atProvider}`, {
    data: { plan: [{ days: 3, status: 'paid' }], webhooks: { times: 0 } },
  });
  await pass(page, 2);
  await page.reload();
  await expect(status(page)).toContainText(title);
  expect(await getCredits(page)).toBe(20);
  // No webhook reports it, so the reopened page asks.
  await pass(page, 1);
  await expect(async () => {
    await page.reload();
    const completed = status(page).getByText(say('payments.result.completed', { count: 50 }), { exact: true });
    await expect(completed).toBeVisible({ timeout: 3_000 });
  }).toPass();
  expect(await getCredits(page)).toBe(70);
  await expect(where).toHaveCount(0);
});

test('a wire transfer that never arrives fails after 14 days, and nothing is charged, on a narrow phone in Finnish', async ({
  browser,
}) => {
  const me = await person(browser, { language: 'fi', phone: true });
  const { page } = me;
  await page.setViewportSize({ width: 320, height: 640 });
  await order(me);
  await expect(status(page)).toContainText(sentence('fi', 'payments.result.next.transfer'));
  await expectFits(page, 'where to send the money');
  await pass(page, 14);
  await expect(async () => {
    await page.reload();
    await expect(status(page)).toContainText(sentence('fi', 'payments.transfer.failed'), { timeout: 3_000 });
  }).toPass();
  expect((await api(page.request, 'getPayment')).body.payment.status).toBe('failed');
  expect(await getCredits(page)).toBe(20);
  await expect(page.getByRole('main').locator('a[href="/credits/small/ideal"]')).toBeVisible();
  await expectFits(page, 'a transfer that failed');
});
