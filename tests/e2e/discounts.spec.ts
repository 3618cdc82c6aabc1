import type { Browser, Locator, Page } from '@playwright/test';

import type { SentenceId } from '../../locales/parts.ts';
import { giveCode, moveTimeBonus } from '../support/confirm-address.ts';
import {
  type PersonOptions,
  api,
  buy,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  person,
  sentence,
  site,
  test,
} from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';
import { couple, sendText } from '../support/talk.ts';

const banner = (page: Page) => page.locator('[data-alert=time-bonus]');
const clock = (page: Page) => banner(page).getByRole('timer');
const dialog = (page: Page) => page.getByRole('dialog', { name: say('discounts.title') });
const windowSeconds = 14_400;

/** Computes the countdown's error in seconds, read together with this machine's clock. */
async function secondsOff(page: Page, expires: string): Promise<number> {
  const [text, now] = await clock(page).evaluate((timer) => [timer.textContent ?? '', Date.now()] as const);
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return Math.abs(hours * 3_600 + minutes * 60 + seconds - (Date.parse(expires) - now) / 1_000);
}

/** Opens a page with a fake clock, and waits for its loads after hydration. */
async function openWaiting(page: Page, path = '/members'): Promise<void> {
  await page.clock.install();
  await openAlive(page, path);
  await page.waitForLoadState('networkidle');
}

/** Opens a page whose clock stands still except when the test advances it, however long anything takes. */
async function openStill(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1_000);
  await openAlive(page, '/members');
  // The dialog's wait begins with its script.
  await page.waitForLoadState('networkidle');
  await comesUp(page, clock(page));
}

/** Waits for an element on a page with a paused clock, which advances a little at each attempt. */
async function comesUp(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(shown).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Signs up a couple whose credits are spent on messages. */
async function spent(browser: Browser, hers: PersonOptions = {}) {
  const two = await couple(browser, hers);
  for (let line = 1; line <= 4; line += 1) await sendText(two.she, two.he, `Line ${line}`);
  return two;
}

test('the time bonus counts down from the sign-up by any clock, and the full price applies once it ends (LEG-09)', async ({
  browser,
}) => {
  const me = await person(browser);
  const { page } = me;
  await openAlive(page, '/members');
  await expect(clock(page)).toHaveText(/^03:5\d:\d\d$/);
  const { expires } = (await api(page.request, 'getDiscountCode', { timebonus: true })).body;
  await expect.poll(() => secondsOff(page, expires ?? '')).toBeLessThanOrEqual(2);
  await banner(page)
    .getByRole('link', { name: say('shell.bonus-action') })
    .click();
  await page.waitForURL(/\/credits$/);
  await expect(page.getByText(say('discounts.active', { percent: '25%' }))).toBeVisible();
  const small = page.getByRole('radio', { name: new RegExp(`^${say('payments.bundle-credits', { count: 50 })}`) });
  const card = page.locator('label').filter({ has: small });
  await expect(card).toContainText('€9.99');
  await expect(card).toContainText('€7.49');
  for (const hours of [-30, 3]) {
    const wrong = await me.context.newPage();
    await wrong.clock.install({ time: Date.now() + hours * 3_600_000 });
    await openAlive(wrong, '/members');
    await expect(clock(wrong)).toHaveText(/^03:5\d:\d\d$/);
  }
  await me.context.close();

  const late = await person(browser);
  await openWaiting(late.page, '/credits');
  const prices = late.page.locator('label').first();
  await expect(prices).toContainText('€7.49');
  await expect(late.page.getByRole('timer')).toBeVisible();
  await moveTimeBonus(late.id, windowSeconds);
  await late.page.clock.fastForward(windowSeconds * 1_000);
  await expect(late.page.getByRole('timer')).toHaveCount(0);
  await expect(prices).not.toContainText('€7.49');
  await expect(prices).toContainText('€9.99');
  await expect(late.page.getByText(say('discounts.active', { percent: '25%' }))).toHaveCount(0);
});

test('the dialog opens 40 s after entering the members area without credits, and never again once closed', async ({
  browser,
}) => {
  const { she } = await spent(browser);
  const { page } = she;
  await openStill(page);
  await page.clock.runFor(20_000);
  // Another page of the area keeps waiting; pages outside of it do not wait.
  await page
    .getByRole('link', { name: say('shell.messages') })
    .first()
    .click();
  await comesUp(page, page.getByRole('navigation', { name: say('chat.list') }));
  await page.clock.runFor(18_000);
  await expect(dialog(page)).toHaveCount(0);
  await page.clock.runFor(3_000);
  await page.clock.resume();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page)).toContainText('25%');
  await expect(dialog(page).getByText(say('discounts.act-fast', { hours: 4 }))).toBeVisible();
  await expect(dialog(page).getByText(say('discounts.instant'))).toBeVisible();
  await expect(dialog(page).getByRole('link')).toContainText(/03:5\d:\d\d/);
  await expectAccessible(page, '[role=dialog]');
  const remembered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await dialog(page)
    .getByRole('button', { name: say('common.close') })
    .click();
  await remembered;
  await expect(dialog(page)).toHaveCount(0);

  // Another device shares only the login.
  const elsewhere = await browser.newContext({
    storageState: { cookies: await she.context.cookies(), origins: [] },
    locale: 'en',
  });
  const device = await elsewhere.newPage();
  await openWaiting(device);
  await device.clock.runFor(60_000);
  await expect(banner(device)).toBeVisible();
  await expect(dialog(device)).toHaveCount(0);
});

test('a bonus that ends on a phone while its dialog is open takes dialog, banner and lower prices away, in Finnish', async ({
  browser,
}) => {
  const { she } = await spent(browser, { language: 'fi', phone: true });
  const { page } = she;
  await page.setViewportSize({ width: 320, height: 640 });
  const dialog = page.getByRole('dialog', { name: sentence('fi', 'discounts.title') });
  const order = { bundle: 'small', paymentmethod: 'ideal' };
  const total = async () => (await api(page.request, 'priceOrder', { bundle: 'small' })).body.total;
  await openWaiting(page);
  await expect(clock(page)).toHaveText(/^03:5\d:\d\d$/);
  expect(await total()).toBe(749);
  await expectFits(page, 'the banner', '[data-alert=time-bonus]');
  await page.clock.runFor(41_000);
  await expect(dialog.getByRole('timer')).toHaveText(/^03:5\d:\d\d$/);
  await expectFits(page, 'the dialog', '[role=dialog]');
  await moveTimeBonus(she.id, windowSeconds);
  await page.clock.fastForward(windowSeconds * 1_000);
  await expect(dialog).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
  expect(await total()).toBe(999);
  const { payment } = (await api(page.request, 'createPayment', { ...order, idempotency_key: crypto.randomUUID() }))
    .body;
  expect([payment.amount, payment.discount_code]).toEqual([999, null]);
  await openAlive(page, '/credits');
  await expect(
    page
      .getByText(/^9,99\s€$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/7,49\s€/)).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
});

test('the bonus disappears from an open page with the first purchase, and with the logout', async ({ browser }) => {
  const buyer = await person(browser);
  await openAlive(buyer.page, '/members');
  await expect(clock(buyer.page)).toBeVisible();
  await buy(buyer.context);
  await expect(banner(buyer.page)).toHaveCount(0);
  await buyer.context.close();

  const me = await person(browser);
  await openAlive(me.page, '/settings');
  await expect(clock(me.page)).toBeVisible();
  await me.page
    .getByRole('button', { name: say('shell.log-out') })
    .filter({ visible: true })
    .first()
    .click();
  await me.page.waitForURL((url) => url.pathname !== '/settings');
  await expect(banner(me.page)).toHaveCount(0);
});

test('the dialog does not open for members with credits, or after leaving the members area', async ({ browser }) => {
  const rich = await person(browser);
  await openWaiting(rich.page);
  await rich.page.clock.runFor(60_000);
  await expect(dialog(rich.page)).toHaveCount(0);
  await rich.context.close();

  const { she } = await spent(browser);
  const { page } = she;
  await openStill(page);
  await page.clock.runFor(30_000);
  await banner(page)
    .getByRole('link', { name: say('shell.bonus-action') })
    .click();
  await comesUp(page, page.getByRole('radio').first());
  await page.clock.runFor(60_000);
  await expect(dialog(page)).toHaveCount(0);
});

test('an invalid code is reported under its field, and the chosen bundle is kept, in German', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/404/);
  const { page } = await person(browser, { language: 'de', phone: true });
  await page.setViewportSize({ width: 320, height: 640 });
  const say = (id: SentenceId, values?: Record<string, unknown>) => sentence('de', id, values);
  await openAlive(page, '/credits');
  const large = page.getByRole('radio', { name: new RegExp(`^${say('payments.bundle-credits', { count: 300 })}`) });
  await large.check();
  const field = page.getByLabel(say('discounts.field'));
  await field.fill('NO-SUCH-CODE');
  await field.press('Enter');
  // An alert, because the focus stays in the field.
  await expect(page.getByRole('alert').getByText(say('errors.code.not-found'), { exact: true })).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveValue('NO-SUCH-CODE');
  await expect(large).toBeChecked();
  await expectFits(page, 'a code that does not hold');
});

for (const path of ['/credits', '/credits/medium/ideal'])
  test(`on ${path}, Enter in the code field applies the code before the script arrives, and orders nothing`, async ({
    browser,
    complaints,
  }) => {
    complaints.allow(/404/);
    const { page } = await person(browser, { phone: true });
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    const held: (() => void)[] = [];
    await page.route('**/assets/**/*.js', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => undefined);
    });
    await page.goto(site() + path, { waitUntil: 'domcontentloaded' });
    const field = page.getByLabel(say('discounts.field'));
    await field.fill('NO-SUCH-CODE');
    await field.press('Enter');
    await page.waitForURL(/[?&]code=NO-SUCH-CODE/, { waitUntil: 'domcontentloaded' });
    await page.unrouteAll();
    for (const go of held) go();
    await expect(page.getByText('Code not found', { exact: true })).toBeInViewport();
    await expect(field).toHaveValue('NO-SUCH-CODE');
    expect(posts.filter((url) => !url.includes('/api/'))).toEqual([]);
  });

test('a small phone shows a code together with the prices that it changes, and the code can be removed', async ({
  browser,
}) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  const code = `EVENING-${me.id.slice(0, 8)}`.toUpperCase();
  await giveCode(me.id, code, 40);
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, '/credits');
  const last = page.locator('label').filter({ has: page.getByRole('radio', { name: /700/ }) });
  await expect(last).toContainText('€71.24');
  const field = page.getByLabel(say('discounts.field'));
  await field.fill(code);
  await field.press('Enter');
  const used = page.getByText(say('discounts.active.code', { code, percent: '40%' }));
  const remove = button(page, 'discounts.remove');
  await expect(remove).toBeFocused();
  await expect(last).toContainText('€56.99');
  for (const seen of [last, used, remove]) await expect(seen).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await remove.click();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(last).toContainText('€71.24');
  await expect(used).toHaveCount(0);
});
