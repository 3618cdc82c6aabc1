import type { Page } from '@playwright/test';

import { api, expect, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { choose, orderOnScreen, paymentsAtProvider, result, review, submit } from '../support/order-on-screen.ts';
import { credits } from '../support/talk.ts';

const orders = async (page: Page): Promise<string[]> =>
  (await api(page.request, 'listPayments')).body.payments.map((payment) => payment.payment_id);

/**
 * Expects the pay page. The second response leads to the same one and cancels the navigation that the first one
 * started.
 */
async function atPayPage(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/pay\//);
  await expect(page.locator('button[value=pay]')).toBeVisible();
}

test('an order that is sent twice creates one order and one payment', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  const { own: before } = await orderOnScreen(me, 50);
  await openAlive(page, '/credits');
  await choose(page, 120).check();
  await review(page).click();
  await expect(submit(page)).toBeEnabled();
  // Both clicks reach the server, however fast the button is disabled.
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
  await page
    .getByRole('dialog')
    .locator('form')
    .evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
  await atPayPage(page);
  expect(sent.filter((body) => body.includes('bundle=medium'))).toHaveLength(2);
  const [own = '', ...rest] = await orders(page);
  expect(rest).toEqual([before]);
  expect(await paymentsAtProvider(page, own)).toBe(1);
  await page.locator('button[value=pay]').click();
  await page.waitForURL(/\/transactions\//);
  await expect(result(page, 'payments.result.completed', { count: 120 })).toBeVisible();
  expect(page.url()).toContain(own);
  expect(await credits(me)).toBe(140);

  await openAlive(page, '/credits');
  await choose(page, 120).check();
  await review(page).click();
  await submit(page).dblclick();
  await atPayPage(page);
  const [next = '', ...others] = await orders(page);
  expect(others).toEqual([own, before]);
  expect(await paymentsAtProvider(page, next)).toBe(1);
});

for (const path of ['/credits', '/credits/medium/ideal'])
  test(`an order on ${path} whose answer is lost stays one order after a retry or a reload`, async ({
    browser,
    complaints,
  }) => {
    complaints.allow(/ERR_FAILED/);
    const me = await person(browser);
    const { page } = me;
    // The pending order would hold a first-purchase discount; without one the price stays the same.
    const { own: before } = await orderOnScreen(me, 50);
    await page.locator('button[value=pay]').click();
    await page.waitForURL(/\/transactions\//);
    await expect(result(page, 'payments.result.completed', { count: 50 })).toBeVisible();
    const confirm = async (): Promise<void> => {
      await openAlive(page, path);
      if (path !== '/credits') return;
      await choose(page, 120).check();
      await review(page).click();
    };
    await page.route('**/credits/medium/*.data*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch({ maxRedirects: 0 });
      return route.abort();
    });
    await confirm();
    for (const time of [1, 2]) {
      const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
      await submit(page).click();
      await lost;
      await expect(page.getByRole('alert').getByText(say('errors.request.failed'))).toHaveCount(1);
      await expect(submit(page)).toBeEnabled();
      expect(await orders(page), `sent ${time} times`).toHaveLength(2);
    }
    await confirm();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await submit(page).click();
    await page.waitForURL(/\/pay\//);
    const [own = '', ...rest] = await orders(page);
    expect(rest).toEqual([before]);
    expect(await paymentsAtProvider(page, own)).toBe(1);

    await confirm();
    await submit(page).click();
    await page.waitForURL(/\/pay\//);
    expect(await orders(page)).toHaveLength(3);
  });
