import { readFileSync } from 'node:fs';

import { api, expect, expectAccessible, newContext, person, sandbox, site, test } from '../support/e2e.ts';
import { isAlive, newPlainPage, openAlive, say } from '../support/forms.ts';
import { choose, orderOnScreen, paymentsAtProvider, result, review, submit } from '../support/order-on-screen.ts';
import { couple, credits, sendText } from '../support/talk.ts';

test('only the provider completes a payment, and the page shows it without a reload (MON-35)', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  await page.clock.install();
  const { payment, own } = await orderOnScreen(me, 50);
  await page.locator('button[value=open]').click();
  await page.waitForURL(/\/transactions\//);
  await isAlive(page);
  // Nothing asks whether it is paid while the provider may still say so.
  await expect(result(page, 'payments.result.confirming')).toBeVisible();
  for (const id of ['payments.result.not-paid', 'payments.result.cancel'] as const)
    await expect(page.getByText(say(id), { exact: true })).toBeHidden();
  await page.clock.fastForward(8_000);
  const polled = () => page.waitForResponse((answer) => answer.url().includes('/api/payment.php'));
  await polled();
  await polled();
  await expect(result(page, 'payments.result.pending')).toBeVisible();
  await expect(result(page, 'payments.result.completed', { count: 50 })).toHaveCount(0);
  await expect(page.getByRole('link', { name: say('payments.result.continue') })).toHaveAttribute(
    'href',
    `${site()}/sandbox/pay/${payment}`,
  );
  expect(await credits(me)).toBe(20);

  // Paid at the provider without a webhook, so the open page has to poll.
  await page.request.put(`${sandbox()}/control/payments/${payment}`, {
    data: { status: 'paid', webhooks: { times: 0 } },
  });
  await expect(result(page, 'payments.result.completed', { count: 50 })).toBeVisible();
  await expect(result(page, 'payments.result.completed-detail', { balance: 70 })).toBeVisible();
  // The balance counts up to it.
  await expect(
    page
      .getByRole('main')
      .locator('[aria-hidden]')
      .getByText(say('payments.balance', { count: 70 })),
  ).toBeVisible();
  await expect(
    page
      .getByRole('navigation')
      .getByRole('link', { name: say('shell.credits') })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await paymentsAtProvider(page, own)).toBe(1);
  await openAlive(page, '/transactions');
  await page.getByRole('link', { name: say('payments.bundle-credits', { count: 50 }) }).click();
  await expect(result(page, 'payments.result.completed', { count: 50 })).toBeVisible();
});

test('a payment is shown as being prepared while the provider does not respond, and continues when it does', async ({
  browser,
}) => {
  const me = await person(browser);
  const { page } = me;
  await orderOnScreen(me, 50);
  await openAlive(page, '/credits');
  await choose(page, 120).check();
  await review(page).click();
  await expect(submit(page)).toBeEnabled();
  const faults = (data: object) => page.request.put(`${sandbox()}/control/faults`, { data });
  await faults({ mode: 'slow', delay_ms: 5_000 });
  try {
    await submit(page).click();
    await page.waitForURL(/\/transactions\//);
    const { payment } = (await api(page.request, 'getPayment')).body;
    expect(['loading', 'pending']).toContain(payment.status);
  } finally {
    await faults({ mode: 'none' });
  }
  await page.route('**/api/payment.php*', async (route) => {
    const { payment, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, redirect_url: null, payment: { ...payment, status: 'loading' } } });
  });
  await expect(result(page, 'payments.result.loading')).toBeVisible();
  await expect(page.getByRole('link', { name: say('payments.result.continue') })).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(result(page, 'payments.result.pending')).toBeVisible();
  await expect(page.getByRole('link', { name: say('payments.result.continue') })).toBeVisible();
  const own = (await api(page.request, 'getPayment')).body.payment.payment_id;
  expect(await paymentsAtProvider(page, own)).toBe(1);
});

test('an order without JavaScript delivers the credits', async ({ browser }) => {
  const me = await person(browser);
  const page = await newPlainPage(browser, { as: me, viewport: { width: 1280, height: 800 } });
  await page.goto(`${site()}/credits`);
  await choose(page, 50).check();
  await page.getByRole('radio', { name: 'iDEAL | Wero' }).check();
  await review(page).click();
  await page.waitForURL(/\/credits\/small\/ideal$/);
  await expect(page.getByRole('radio', { name: 'iDEAL | Wero' })).toBeChecked();
  await submit(page).click();
  await page.waitForURL(/\/pay\//);
  await page.locator('button[value=pay]').click();
  await page.waitForURL(/\/transactions\//);
  await expect.poll(() => credits(me)).toBe(70);
  await page.reload();
  await expect(result(page, 'payments.result.completed', { count: 50 })).toBeVisible();
});

test('the statement shows every movement with its balance, and is filtered and downloaded', async ({ browser }) => {
  const { she, he } = await couple(browser, { premium: true });
  for (let line = 1; line <= 24; line += 1) await sendText(she, he, `Line ${line}`);
  const { page } = she;
  await openAlive(page, '/credits/history');
  const statement = page.getByRole('region', { name: say('payments.statement') });
  const rows = statement.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(25);
  await statement.getByRole('button', { name: say('common.more') }).click();
  await expect(rows).toHaveCount(26);
  const moves = await rows.evaluateAll((all) =>
    all.map((row) => {
      const [what = '', moved = '', balance = ''] = [...row.querySelectorAll('td')].map(
        (cell) => cell.textContent ?? '',
      );
      return { what, moved: Number(moved.replace('−', '-')), balance: Number(balance) };
    }),
  );
  for (const [index, { moved, balance }] of moves.entries())
    expect(balance).toBe((moves[index + 1]?.balance ?? 0) + moved);
  expect(moves[0]?.balance).toBe(20 + 120 - 24 * 5);
  const written = moves.filter(({ what }) => what.startsWith(say('payments.cause.message', { name: he.name })));
  expect(written).toHaveLength(24);
  expect(moves.at(-1)?.what).toContain(say('payments.cause.signup'));
  expect(moves.at(-2)?.what).toContain(say('payments.cause.purchase'));

  await page.getByLabel(say('payments.statement.show')).selectOption({ label: say('payments.filter.message') });
  await expect(rows).toHaveCount(24);
  await page.reload();
  await expect(rows).toHaveCount(24);
  await expectAccessible(page);
  const arrives = page.waitForEvent('download');
  await page.getByRole('link', { name: say('payments.statement.download') }).click();
  const download = await arrives;
  expect(download.suggestedFilename()).toBe('statement.csv');
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(25);
  expect(lines[1]).toContain(`"${say('payments.cause.message', { name: he.name })}"`);
});

test('the credits page on a phone has tabs, a way back and a link to the statement', async ({ browser }) => {
  const { page } = await person(browser, { phone: true });
  const tabs = page.locator('nav.fixed').getByRole('link');
  await openAlive(page, '/likes');
  await tabs.last().click();
  await page.waitForURL(/\/profile$/);
  await tabs.nth(3).click();
  await page.getByRole('link', { name: say('payments.premium.choose') }).click();
  await page.waitForURL(/\/credits$/);
  await expect(tabs.filter({ visible: true })).toHaveCount(5);
  const order = await review(page).boundingBox();
  const bar = await page.locator('nav.fixed').boundingBox();
  expect((order?.y ?? 0) + (order?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.getByRole('link', { name: say('payments.statement') }).click();
  await page.waitForURL(/\/credits\/history$/);
  await expect(page.getByRole('cell').first()).toBeVisible();
  const back = page.getByRole('link', { name: say('common.back'), exact: true });
  await back.click();
  await page.waitForURL(/\/credits$/);
  await back.click();
  await page.waitForURL(/\/premium$/);
  // A visit that starts on this page has no previous page.
  await openAlive(page, '/credits/history');
  await back.click();
  await page.waitForURL(/\/credits$/);
});

test('Apple Pay is offered in browsers that have it, and all cards are one choice', async ({ browser }) => {
  const { page } = await person(browser, { country: 'DE', town: 'de-koln' });
  const method = (id: string) => page.locator(`[name=paymentmethod][value=${id}]`);
  const { paymentmethods } = (await api(page.request, 'listBundles')).body;
  expect(paymentmethods).toEqual(expect.arrayContaining(['apple_pay', 'credit_card', 'visa', 'mastercard']));
  await openAlive(page, '/credits');
  await expect(method('apple_pay')).toBeHidden();
  await expect(method('apple_pay')).not.toBeChecked();
  for (const kind of ['visa', 'mastercard']) await expect(method(kind)).toHaveCount(0);
  const card = page.getByRole('radio', { name: `${say('common.method.credit_card')} Visa, Mastercard` });
  await card.check();
  await review(page).click();
  await submit(page).click();
  await page.waitForURL(/\/pay\//);
  const { payment } = (await api(page.request, 'getPayment')).body;
  expect(payment.paymentmethod).toBe('credit_card');
  await page.locator('button[value=pay]').click();
  await page.waitForURL(/\/transactions\//);
  const number = payment.payment_id.slice(0, 8).toUpperCase();
  await expect(page.getByText(number, { exact: true })).toBeVisible();
  await expect(page.getByText(payment.payment_id, { exact: false })).toHaveCount(0);

  await page.addInitScript(() => Object.assign(window, { ApplePaySession: { canMakePayments: () => true } }));
  await openAlive(page, '/credits');
  await expect(method('apple_pay')).toBeVisible();
  await openAlive(page, '/credits/medium/apple_pay');
  await expect(method('apple_pay')).toBeChecked();
});

test('prices of another country are shown to visitors in its currency', async ({ browser }) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  await openAlive(page, '/pricing');
  await page.getByLabel(say('payments.pricing.country')).selectOption('CH');
  await page.getByRole('button', { name: say('payments.pricing.show') }).click();
  await page.waitForURL(/country=CH/);
  const offer = (await api(context.request, 'listBundles', { country: 'CH' })).body;
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(offer.bundles.length + 1);
  for (const { amount } of offer.bundles)
    await expect(table.getByText(new RegExp(`^CHF\\s${(amount / 100).toFixed(2)}$`))).toBeVisible();
});

test('an order without any payment method on offer says so and cannot be sent', async ({ browser }) => {
  const { page } = await person(browser);
  await page.route('**/api/bundles.php*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), paymentmethods: [] } });
  });
  await openAlive(page, '/profile');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('shell.premium') })
    .first()
    .click();
  await page.getByRole('link', { name: say('payments.premium.choose') }).click();
  await expect(page.getByText(say('payments.no-methods'))).toBeVisible();
  await expect(review(page)).toBeDisabled();
  await expectAccessible(page);
});

test('on each phone the bundles begin in the upper half, and the bar does not cover the chosen one', async ({
  browser,
}) => {
  const { page } = await person(browser);
  for (const [width, height] of [
    [360, 740],
    [390, 664],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openAlive(page, '/credits');
    const size = `${width}×${height}`;
    const bundles = page.locator('label:has([name=bundle])');
    const first = await bundles.first().boundingBox();
    const chosen = await bundles.filter({ has: page.locator(':checked') }).boundingBox();
    const bar = await page.locator('.fixed', { has: review(page) }).boundingBox();
    expect(first?.y, size).toBeLessThan(height / 2);
    expect((chosen?.y ?? 0) + (chosen?.height ?? height), size).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});
