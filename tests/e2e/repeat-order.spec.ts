import type { Browser, Page } from '@playwright/test';

import type { SentenceId } from '../../locales/parts.ts';
import { type Person, api, expect, person, sentence, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';
import { sandboxPayments } from '../support/order-on-screen.ts';

const say = (id: SentenceId, values?: Record<string, unknown>): string => sentence('fi', id, values);

/** Signs up a member who reads Finnish on the narrowest phone. */
async function shopper(browser: Browser, premium = false): Promise<Person> {
  const me = await person(browser, { language: 'fi', country: 'FI', town: 'fi-helsinki', phone: true, premium });
  await me.page.setViewportSize({ width: 320, height: 640 });
  return me;
}

const button = (page: Page, id: SentenceId, values?: Record<string, unknown>) =>
  page.getByRole('button', { name: say(id, values), exact: true });

const link = (page: Page, id: SentenceId) => page.getByRole('link', { name: say(id), exact: true });

const heading = (page: Page, id: SentenceId, values?: Record<string, unknown>) =>
  page.getByRole('main').getByRole('status').getByText(say(id, values), { exact: true });

const orderLabel = new RegExp(`^${say('repeat-orders.order')}: ${say('payments.bundle-credits', { count: 120 })}, `);

async function storeCard({ page }: Person, card: string): Promise<void> {
  await openAlive(page, '/credits/medium/credit_card');
  const box = page.getByRole('checkbox', { name: say('payments.order.store-card') });
  await expect(box).not.toBeChecked();
  await box.check();
  await expectFits(page, 'a card to be stored');
  await button(page, 'payments.order.submit').click();
  await page.waitForURL(/\/pay\//);
  await page.locator('#card').selectOption(card);
  await page.locator('button[value=pay]').click();
  await page.waitForURL(/\/transactions\//);
  await expect(heading(page, 'payments.result.completed', { count: 120 })).toBeVisible();
  await expectFits(page, 'a completed order');
}

async function charges({ page, id }: Person): Promise<string[]> {
  const all = await sandboxPayments(page);
  const own = all.filter((one) => one.sequenceType === 'recurring' && one.metadata?.member_id === id);
  return own.map(({ status }) => status).toSorted();
}

async function openRepeat(page: Page): Promise<void> {
  await openAlive(page, '/credits');
  await link(page, 'payments.repeat').click();
  await expect(page.getByRole('heading', { level: 1, name: say('repeat-orders.title') })).toBeVisible();
}

async function confirmRepeat(page: Page): Promise<void> {
  await page.getByRole('button', { name: orderLabel }).click();
  await expect(button(page, 'payments.order.submit')).toBeEnabled();
}

test('a member orders again with one tap and a confirmation, without a pay page, and removes the card', async ({
  browser,
}) => {
  const me = await shopper(browser);
  const { page } = me;
  await openAlive(page, '/credits/repeat-order');
  await expect(page.getByText(say('repeat-orders.empty-text'))).toBeVisible();
  await expectFits(page, 'nothing to order again');
  await storeCard(me, 'visa');
  await openRepeat(page);
  const name = say('repeat-orders.card', { brand: 'Visa', digits: '4242' });
  await expect(page.getByText(say('repeat-orders.card-until', { month: '12/2034' }))).toBeVisible();
  await expectFits(page, 'the stored cards');
  await confirmRepeat(page);
  await expect(page.getByRole('dialog').getByText(name)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: say('payments.order.store-card') })).toHaveCount(0);
  await expectFits(page, 'the confirmation of a repeated order');
  expect(await charges(me)).toEqual([]);
  await button(page, 'payments.order.submit').dblclick();
  await page.waitForURL(/\/transactions\//);
  await expect(heading(page, 'payments.result.completed', { count: 120 })).toBeVisible();
  expect(await charges(me)).toEqual(['paid']);
  expect((await api(page.request, 'getUser')).body.user.credits).toBe(260);

  await openRepeat(page);
  await button(page, 'repeat-orders.remove-label', { card: name }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFits(page, 'the removal of a card');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('repeat-orders.remove'), exact: true })
    .click();
  await expect(page.getByText(say('repeat-orders.removed'))).toBeVisible();
  await expect(page.getByText(say('repeat-orders.cards-none'))).toBeVisible();
  await expect(page.getByRole('link', { name: orderLabel })).toHaveAttribute('href', '/credits/medium/credit_card');
});

test('a declined stored card leads to a manual card or PayPal, and can be tried again (MON-34)', async ({
  browser,
}) => {
  // Not a first purchase: its discount goes to one member per card, and other tests also use this card.
  const me = await shopper(browser, true);
  const { page } = me;
  await storeCard(me, 'insufficient');
  for (const tries of [1, 2]) {
    await openRepeat(page);
    await confirmRepeat(page);
    await button(page, 'payments.order.submit').click();
    await page.waitForURL(/\/transactions\//);
    await expect(heading(page, 'repeat-orders.failed')).toBeVisible();
    expect(await charges(me)).toEqual(Array<string>(tries).fill('failed'));
  }
  await expectFits(page, 'a declined stored card');
  await expect(link(page, 'repeat-orders.pay-card')).toHaveAttribute('href', '/credits/medium/credit_card');
  await expect(link(page, 'repeat-orders.try-again')).toHaveAttribute('href', '/credits/repeat-order');
  await link(page, 'repeat-orders.pay-paypal').click();
  await page.waitForURL('**/credits/medium/paypal');
  await button(page, 'payments.order.submit').click();
  await page.waitForURL(/\/pay\//);
  await page.locator('button[value=pay]').click();
  await page.waitForURL(/\/transactions\//);
  await expect(heading(page, 'payments.result.completed', { count: 120 })).toBeVisible();
  expect(await charges(me)).toEqual(['failed', 'failed']);
  expect((await api(page.request, 'getUser')).body.user.credits).toBe(380);
});
