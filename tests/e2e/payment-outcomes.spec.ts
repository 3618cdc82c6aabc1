import type { Browser, Locator, Page } from '@playwright/test';

import type { Language } from '../../contract/platform/languages.ts';
import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { SentenceId } from '../../locales/parts.ts';
import {
  type Person,
  api,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  person,
  sandbox,
  sentence,
  site,
  test,
} from '../support/e2e.ts';
import { goOffline, isAlive, openAlive } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';

interface Buyer {
  method: PaymentMethodId;
  language: Language;
  country: string;
  town: string;
  /** The text shown while the payment is pending. */
  next: SentenceId;
  name: string;
  width: number;
}

const ideal: Buyer = {
  method: 'ideal',
  language: 'en',
  country: 'NL',
  town: 'nl-haarlem',
  next: 'payments.result.next.bank',
  name: 'iDEAL | Wero',
  width: 1280,
};
const germanCard: Buyer = {
  method: 'credit_card',
  language: 'de',
  country: 'DE',
  town: 'de-koln',
  next: 'payments.result.next.card',
  name: sentence('de', 'common.method.credit_card'),
  width: 320,
};
const blik: Buyer = {
  method: 'blik',
  language: 'pl',
  country: 'PL',
  town: 'pl-warszawa',
  next: 'payments.result.next.app',
  name: 'Blik',
  width: 320,
};
const paypal: Buyer = {
  method: 'paypal',
  language: 'fi',
  country: 'FI',
  town: 'fi-helsinki',
  next: 'payments.result.next.wallet',
  name: 'PayPal',
  width: 320,
};

interface Shopper {
  page: Page;
  say: (id: SentenceId, values?: Record<string, unknown>) => string;
  buyer: Buyer;
}

async function shopper(browser: Browser, buyer: Buyer): Promise<Person & Shopper> {
  const { language, country, town, width } = buyer;
  const me = await person(browser, { language, country, town });
  await me.page.setViewportSize({ width, height: 740 });
  return { ...me, buyer, say: (id, values) => sentence(language, id, values) };
}

const status = (page: Page): Locator => page.getByRole('main').getByRole('status');

/**
 * Finds the result of a completed payment. It is exact, because a pending payment's text also contains the sentence.
 */
const completed = ({ page, say }: Shopper): Locator =>
  status(page).getByText(say('payments.result.completed', { count: 50 }), { exact: true });

/** Orders from the bundles over the confirmation to the pay page, and pays. Returns both ids of the payment. */
async function order({ page, say, buyer }: Shopper, ending: string): Promise<{ own: string; atProvider: string }> {
  await openAlive(page, '/credits?bundle=small');
  await page.locator(`[name=paymentmethod][value=${buyer.method}]`).check();
  await page
    .getByRole('button', { name: say('payments.order.review') })
    .filter({ visible: true })
    .click();
  const modal = page.getByRole('dialog', { name: say('payments.order') });
  await expect(modal.getByText(buyer.name)).toBeVisible();
  await modal.getByRole('button', { name: say('payments.order.submit'), exact: true }).click();
  await page.waitForURL(/\/pay\//);
  const atProvider = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { payment } = (await api(page.request, 'getPayment')).body;
  expect(payment).toMatchObject({ paymentmethod: buyer.method, bundle: 'small' });
  await page.locator(`button[value=${ending}]`).click();
  await page.waitForURL(/\/transactions\//);
  return { own: payment.payment_id, atProvider };
}

/** Ends the seconds in which the page only says that the payment is being confirmed. The clock is the page's. */
async function confirmingIsOver(page: Page): Promise<void> {
  await isAlive(page);
  await page.clock.fastForward(8_000);
}

test('an order on a narrow phone in Polish shows the next step while pending, and completion once paid', async ({
  browser,
}) => {
  const me = await shopper(browser, blik);
  const { page, say } = me;
  await page.clock.install();
  const waiting = await order(me, 'open');
  await confirmingIsOver(page);
  await expect(status(page)).toContainText(say('payments.result.pending'));
  await expect(status(page)).toContainText(say(blik.next, { method: blik.name }));
  await expectFits(page, 'a pending order');
  expect((await api(page.request, 'getUser')).body.user.paid_user).toBe(false);

  const { own } = await order(me, 'pay');
  await expect(completed(me)).toBeVisible();
  const after = (await api(page.request, 'getUser')).body.user;
  expect([after.credits, after.paid_user]).toEqual([70, true]);

  await openAlive(page, '/transactions');
  const orders = page.getByRole('region', { name: say('payments.orders') }).getByRole('listitem');
  await expect(orders).toHaveCount(2);
  await expect(orders.nth(1)).toContainText(say('payments.state.pending'));
  await expectNoSidewaysScroll(page);
  await orders.nth(1).getByRole('link').click();
  await page.waitForURL((url) => url.pathname === `/transactions/${waiting.own}`);
  expect(waiting.own).not.toBe(own);
});

test('a pending order names the next step of its method', async ({ browser }) => {
  for (const buyer of [ideal, germanCard, paypal]) {
    const { page, say } = await shopper(browser, buyer);
    await page.clock.install();
    const { payment } = (
      await api(page.request, 'createPayment', {
        bundle: 'small',
        paymentmethod: buyer.method,
        idempotency_key: crypto.randomUUID(),
      })
    ).body;
    await page.goto(`${site()}/transactions/${payment.payment_id}`);
    await confirmingIsOver(page);
    await expect(status(page)).toContainText(say(buyer.next, { method: buyer.name }));
    await expectNoSidewaysScroll(page);
  }
});

test('an order is refused, canceled, paid and charged back on a narrow phone in German', async ({ browser }) => {
  const me = await shopper(browser, germanCard);
  const { page, say } = me;
  for (const ending of ['fail', 'cancel']) {
    await order(me, ending);
    await expect(status(page)).toContainText(say('payments.result.failed'));
    await expect(page.getByText(say('payments.state.failed'), { exact: true })).toBeVisible();
    const { user } = (await api(page.request, 'getUser')).body;
    expect([user.credits, user.paid_user]).toEqual([20, false]);
  }
  await page.getByRole('link', { name: say('payments.order.change') }).click();
  await page.waitForURL(/\/credits\?bundle=/);
  await expect(page.locator('[type=radio][name=bundle][value=small]')).toBeChecked();
  await page.goBack();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const other = page
    .getByRole('main')
    .locator('a[href^="/credits/small/"]:not(.apple-pay *)')
    .filter({ visible: true });
  const path = await other.first().getAttribute('href');
  await other.first().click();
  await page.waitForURL((url) => url.pathname === path);
  await expect(page.locator(`[name=paymentmethod][value=${path?.split('/').at(-1)}]`)).toBeChecked();
  await expectNoSidewaysScroll(page);

  const { atProvider } = await order(me, 'pay');
  await expect(completed(me)).toBeVisible();
  // The news comes live, because completed payments are not polled.
  await page.request.post(`${sandbox()}/control/payments/${atProvider}/chargeback`, { data: {} });
  await expect(page.getByRole('heading', { name: say('payments.result.happened') })).toBeVisible();
  await expect(page.getByText(say('payments.result.no-debt', { balance: 20 }))).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const after = (await api(page.request, 'getUser')).body.user;
  expect([after.credits, after.paid_user]).toEqual([20, false]);

  await openAlive(page, '/transactions');
  const orders = page.getByRole('region', { name: say('payments.orders') }).getByRole('listitem');
  await expect(orders).toHaveCount(3);
  await expect(orders.first()).toContainText(say('payments.state.charged-back'));
  for (const index of [1, 2]) await expect(orders.nth(index)).toContainText(say('payments.state.failed'));
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

// The three languages with the most characters in the sentences of an order.
const longest = ['de', 'nl', 'fr'] as const;

test('the confirmation and its button fit a small phone without scrolling, in the longest languages', async ({
  browser,
}) => {
  const { page } = await person(browser, { country: 'DE', town: 'de-koln' });
  await page.setViewportSize({ width: 360, height: 740 });
  const cut: string[] = [];
  for (const language of longest) {
    await api(page.request, 'updateUser', { language });
    await openAlive(page, '/credits');
    const bar = page
      .getByRole('button', { name: sentence(language, 'payments.order.review') })
      .filter({ visible: true });
    const height = await bar.evaluate((button) => button.closest('.fixed')?.getBoundingClientRect().height ?? 999);
    if (height > 80) cut.push(`${language}: the bar is ${height} px high`);
    await bar.click();
    const modal = page.getByRole('dialog', { name: sentence(language, 'payments.order') });
    const notes = modal.getByText(sentence(language, 'payments.order.once'));
    await expect(notes).toBeVisible();
    const hidden = await modal
      .locator('form')
      .evaluate(({ parentElement: box }) => (box ? box.scrollHeight - box.clientHeight : 999));
    const button = await modal.getByRole('button', { name: sentence(language, 'payments.order.submit') }).boundingBox();
    if (hidden > 0) cut.push(`${language}: ${hidden} px are hidden`);
    if (!button || button.y + button.height > 740) cut.push(`${language}: the button is below the screen`);
    if (language !== 'de') continue;
    await page.setViewportSize({ width: 320, height: 640 });
    await expectFits(page, 'the confirmation', '[role=dialog]');
    await page.setViewportSize({ width: 360, height: 740 });
  }
  expect(cut).toEqual([]);
});

test('a payment that does not match its order is shown as being checked, and being offline is shown', async ({
  browser,
}) => {
  const me = await shopper(browser, ideal);
  const { page, say } = me;
  const { atProvider } = await order(me, 'open');
  await page.request.put(`${sandbox()}/control/payments/${atProvider}`, {
    data: { status: 'paid', amount: { currency: 'EUR', value: '1.00' } },
  });
  await expect(status(page)).toContainText(say('payments.result.checking-detail'));
  await expectAccessible(page);
  await goOffline(page);
  await expect(page.getByText(say('payments.result.offline'))).toBeVisible();
  await me.context.setOffline(false);
  await expect(page.getByText(say('payments.result.offline'))).toHaveCount(0);
});

test('a debt after a chargeback is explained, with a link to buy credits', async ({ browser }) => {
  const me = await shopper(browser, ideal);
  const he = await person(browser, { gender: 'male' });
  const { page, say } = me;
  const { atProvider } = await order(me, 'pay');
  await expect(completed(me)).toBeVisible();
  for (let line = 0; line < 5; line += 1)
    await api(page.request, 'sendMessage', {
      profile: he.id,
      text: `Line ${line}`,
      idempotency_key: crypto.randomUUID(),
    });
  await page.request.post(`${sandbox()}/control/payments/${atProvider}/chargeback`, { data: {} });
  await expect(page.getByText(say('payments.result.debt', { balance: -5 }))).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: say('payments.premium.choose') })
    .click();
  await page.waitForURL(`${site()}/credits`);
});

test('a price that changes between confirmation and order is updated, and nothing is ordered', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/409/);
  const { page, say } = await shopper(browser, ideal);
  await page.route('**/api/order-price.php*', async (route) => {
    const price = await (await route.fetch()).json();
    await route.fulfill({ json: { ...price, amount: 349, total: 349 } });
  });
  await openAlive(page, '/credits?bundle=small');
  await page
    .getByRole('button', { name: say('payments.order.review') })
    .filter({ visible: true })
    .click();
  const modal = page.getByRole('dialog', { name: say('payments.order') });
  await expect(modal.getByText('€3.49', { exact: true })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await modal.getByRole('button', { name: say('payments.order.submit') }).click();
  await expect(modal.getByRole('alert')).toContainText(say('errors.payment.price-changed'));
  const { total } = (await api(page.request, 'priceOrder', { bundle: 'small' })).body;
  await expect(modal.getByText(`€${(total / 100).toFixed(2)}`, { exact: true })).toBeVisible();
  expect((await api(page.request, 'getPayment')).status).toBe(404);
  await modal.getByRole('button', { name: say('payments.order.submit') }).click();
  await page.waitForURL(/\/pay\//);
});
