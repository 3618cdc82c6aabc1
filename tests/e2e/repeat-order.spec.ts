import type { Page } from '@playwright/test';

import type { SentenceId } from '../../locales/parts.ts';
import { type Person, api, expect, expectAccessible, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { sandboxPayments } from '../support/order-on-screen.ts';

const button = (page: Page, id: SentenceId, values?: Record<string, unknown>) =>
  page.getByRole('button', { name: say(id, values), exact: true });

const link = (page: Page, id: SentenceId) => page.getByRole('link', { name: say(id), exact: true });

const heading = (page: Page, id: SentenceId, values?: Record<string, unknown>) =>
  page.getByRole('main').getByRole('status').getByText(say(id, values), { exact: true });

async function storeCard({ page }: Person, card: string): Promise<void> {
  await openAlive(page, '/credits/medium/credit_card');
  const box = page.getByRole('checkbox', { name: say('payments.order.store-card') });
  await expect(box).not.toBeChecked();
  await box.check();
  await expectAccessible(page);
  await button(page, 'payments.order.submit').click();
  await page.waitForURL(/\/pay\//);
  await page.locator('#card').selectOption(card);
  await page.locator('button[value=pay]').click();
  await page.waitForURL(/\/transactions\//);
  await expect(heading(page, 'payments.result.completed', { count: 120 })).toBeVisible();
}

async function charges({ page, id }: Person): Promise<string[]> {
  const all = await sandboxPayments(page);
  const own = all.filter((one) => one.sequenceType === 'recurring' && one.metadata?.member_id === id);
  return own.map(({ status }) => status).toSorted();
}

async function openRepeat(page: Page): Promise<void> {
  await openAlive(page, '/credits');
  await link(page, 'payments.repeat').click();
  await expect(page.getByRole('heading', { level: 1, name: say('repeat.title') })).toBeVisible();
}

async function confirmRepeat(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(say('repeat.order-label', { count: 120, amount: '' }).trim()) })
    .click();
  await expect(button(page, 'payments.order.submit')).toBeEnabled();
}

test('a member orders again with one tap and a confirmation, without a pay page, and removes the card', async ({
  browser,
}) => {
  const me = await person(browser);
  const { page } = me;
  await storeCard(me, 'visa');
  await openRepeat(page);
  const name = say('repeat.card', { brand: 'Visa', digits: '4242' });
  await expect(page.getByText(say('repeat.card-until', { month: '12/2034' }))).toBeVisible();
  await expectAccessible(page);
  await confirmRepeat(page);
  await expect(page.getByRole('dialog').getByText(name)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: say('payments.order.store-card') })).toHaveCount(0);
  await expectAccessible(page);
  expect(await charges(me)).toEqual([]);
  await button(page, 'payments.order.submit').dblclick();
  await page.waitForURL(/\/transactions\//);
  await expect(heading(page, 'payments.result.completed', { count: 120 })).toBeVisible();
  expect(await charges(me)).toEqual(['paid']);
  expect((await api(page.request, 'getUser')).body.user.credits).toBe(260);

  await openRepeat(page);
  await button(page, 'repeat.remove-label', { card: name }).click();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('repeat.remove'), exact: true })
    .click();
  await expect(page.getByText(say('repeat.removed'))).toBeVisible();
  await expect(page.getByText(say('repeat.cards-none'))).toBeVisible();
  await expect(
    page.getByRole('link', { name: new RegExp(say('repeat.order-label', { count: 120, amount: '' }).trim()) }),
  ).toHaveAttribute('href', '/credits/medium/credit_card');
  await me.context.close();
});

test('a declined stored card leads to a manual card or PayPal, and can be tried again (MON-34)', async ({
  browser,
}) => {
  // Not a first purchase: its discount goes to one member per card, and other tests use this card, too.
  const me = await person(browser, { premium: true });
  const { page } = me;
  await storeCard(me, 'insufficient');
  for (const tries of [1, 2]) {
    await openRepeat(page);
    await confirmRepeat(page);
    await button(page, 'payments.order.submit').click();
    await page.waitForURL(/\/transactions\//);
    await expect(heading(page, 'repeat.failed')).toBeVisible();
    expect(await charges(me)).toEqual(Array<string>(tries).fill('failed'));
  }
  await expectAccessible(page);
  await expect(link(page, 'repeat.pay-card')).toHaveAttribute('href', '/credits/medium/credit_card');
  await expect(link(page, 'repeat.try-again')).toHaveAttribute('href', '/credits/repeat-order');
  await link(page, 'repeat.pay-paypal').click();
  await page.waitForURL('**/credits/medium/paypal');
  await button(page, 'payments.order.submit').click();
  await page.waitForURL(/\/pay\//);
  await page.locator('button[value=pay]').click();
  await page.waitForURL(/\/transactions\//);
  await expect(heading(page, 'payments.result.completed', { count: 120 })).toBeVisible();
  expect(await charges(me)).toEqual(['failed', 'failed']);
  expect((await api(page.request, 'getUser')).body.user.credits).toBe(380);
  await me.context.close();
});

test('the page says that there is nothing to order again yet', async ({ browser }) => {
  const me = await person(browser);
  await openAlive(me.page, '/credits/repeat-order');
  await expect(me.page.getByText(say('repeat.empty-text'))).toBeVisible();
  await expectAccessible(me.page);
  await me.context.close();
});
