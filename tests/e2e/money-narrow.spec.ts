import type { Page } from '@playwright/test';

import type { Language } from '../../contract/platform/languages.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { moveSignUp } from '../support/confirm-address.ts';
import { type Person, api, expect, person, sentence, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';
import { couple, sendText } from '../support/talk.ts';
import { codeSentTo } from '../support/text-messages.ts';

/** Languages with long words, each with a town and a mobile number in a country with direct debits. */
const places = [
  { language: 'de', country: 'DE', town: 'de-koln', iban: 'DE89370400440532013000', phone: '+49151' },
  { language: 'fi', country: 'FI', town: 'fi-helsinki', iban: 'FI2112345600000785', phone: '+49157' },
] as const;

const narrow = { width: 320, height: 640 };
const newPhone = (start: string): string => start + String(Math.floor(Math.random() * 90_000_000) + 10_000_000);

function handOf(page: Page, language: Language) {
  const say = (id: SentenceId, values?: Record<string, unknown>): string => sentence(language, id, values);
  const button = (id: SentenceId) =>
    page
      .getByRole('button', { name: say(id), exact: true })
      .filter({ visible: true })
      .first();
  const open = async (path: string, seen: SentenceId): Promise<void> => {
    await openAlive(page, path);
    await expect(page.getByText(say(seen)).filter({ visible: true }).first()).toBeVisible();
    await expectFits(page, path);
  };
  return { say, button, open };
}

async function shopper(
  browser: Parameters<typeof person>[0],
  place: { language: Language; country: string; town: string; premium?: boolean },
): Promise<Person & ReturnType<typeof handOf>> {
  const me = await person(browser, { ...place, phone: true });
  await me.page.setViewportSize(narrow);
  return { ...me, ...handOf(me.page, place.language) };
}

for (const { language, country, town } of places)
  test(`every screen of prices, order and statement fits a small phone in ${language}`, async ({
    browser,
    complaints,
  }) => {
    complaints.allow(/404|422/);
    const me = await shopper(browser, { language, country, town });
    const { page, say, button, open } = me;

    await open('/credits', 'payments.order.review');
    await page.getByLabel(say('discounts.field')).fill('NO-SUCH-CODE');
    await button('discounts.field-action').click();
    await expect(page.getByText(say('errors.code.not-found'), { exact: true })).toBeVisible();
    await expectFits(page, 'a code that does not hold');
    await button('payments.order.review').click();
    await expect(page.getByRole('dialog').getByText(say('payments.order.once'))).toBeVisible();
    await expectFits(page, 'the confirmation');

    await open('/credits/medium/credit_card', 'payments.order.store-card');
    await open('/credits/history', 'payments.statement');
    await open('/credits/repeat-order', 'repeat.empty-text');
    await open('/premium', 'payments.premium.choose');
    await open('/pricing', 'payments.pricing.country');

    await open('/settings', 'accounts.spending');
    const limit = page.getByRole('region', { name: say('accounts.spending'), exact: true });
    await limit.getByRole('textbox').fill('x');
    await button('accounts.spending-save').click();
    await expect(limit.getByText(say('accounts.spending-wrong'))).toBeVisible();
    await expectFits(page, 'a limit that is no amount');
    await limit.getByRole('textbox').fill('12');
    await button('accounts.spending-save').click();
    await expect(limit.getByRole('textbox')).not.toHaveAttribute('aria-invalid', 'true');
    await expect(button('accounts.spending-remove')).toBeVisible();
    await expectFits(page, 'a spending limit');
    await button('accounts.spending-break').click();
    const question = page.getByRole('dialog', { name: say('accounts.spending-break-title') });
    await expect(question).toBeVisible();
    await expectFits(page, 'the question before a break', '[role=dialog]');
    await question.getByRole('button', { name: say('accounts.spending-break') }).click();
    await expect(button('accounts.spending-save')).toBeVisible();
    await expect(button('accounts.spending-break')).toHaveCount(0);
    await expectFits(page, 'a break');
    await open('/credits/large', 'payments.order.once');
    await me.context.close();
  });

for (const { language, iban, phone } of places)
  test(`every step of a direct debit and of a wire transfer fits a small phone in ${language}`, async ({
    browser,
    complaints,
  }) => {
    complaints.allow(/422/);
    const me = await shopper(browser, { language, country: 'DE', town: 'de-koln' });
    const { page, say, button, open } = me;
    const number = newPhone(phone);
    await open('/directdebit?bundle=medium', 'directdebit.iban');
    await page.getByLabel(say('directdebit.holder'), { exact: true }).fill('Robin Haan');
    await page.getByLabel(say('directdebit.iban'), { exact: true }).fill('DE00');
    await page.getByLabel(say('directdebit.phone'), { exact: true }).fill(number);
    await button('directdebit.send').click();
    await expect(page.getByText(say('errors.iban.invalid'))).toBeVisible();
    await expectFits(page, 'a wrong IBAN');
    await page.getByLabel(say('directdebit.iban'), { exact: true }).fill(iban);
    await button('directdebit.send').click();
    await page.waitForURL(/id=/);
    const field = page.getByLabel(say('directdebit.code.label'), { exact: true });
    await field.fill('000000');
    await button('directdebit.code.check').click();
    await expect(page.getByText(say('errors.debit.code-invalid'))).toBeVisible();
    await expectFits(page, 'a wrong code');
    await field.fill(await codeSentTo(page.request, number));
    await button('directdebit.code.check').click();
    await expect(page.getByRole('heading', { name: say('directdebit.mandate.title') })).toBeVisible();
    await expectFits(page, 'the mandate');
    await button('payments.order.submit').click();
    await page.waitForURL(/\/transactions\//);
    await expect(page.getByText(say('payments.result.next.debit'))).toBeVisible();
    await expectFits(page, 'the pending debit');

    await open('/credits/medium/wire_transfer', 'payments.order.once');
    await button('payments.order.submit').click();
    await page.waitForURL(/\/transactions\//);
    await expect(page.getByText('NL53 ABNA 0627 5355 77')).toBeVisible();
    await expectFits(page, 'the transfer');
    await me.context.close();
  });

for (const { language, country, town } of places)
  test(`a stored card, its removal and its failure fit a small phone in ${language}`, async ({ browser }) => {
    // A first-purchase discount goes to one member per card.
    const me = await shopper(browser, { language, country, town, premium: true });
    const { page, say, button, open } = me;
    await open('/credits/medium/credit_card', 'payments.order.store-card');
    await page.getByRole('checkbox', { name: say('payments.order.store-card') }).check();
    await button('payments.order.submit').click();
    await page.waitForURL(/\/pay\//);
    await page.locator('#card').selectOption('insufficient');
    await page.locator('button[value=pay]').click();
    await page.waitForURL(/\/transactions\//);
    await expect(page.getByText(say('payments.result.completed', { count: 120 }), { exact: true })).toBeVisible();
    await expectFits(page, 'a completed order');
    await open('/credits/repeat-order', 'repeat.cards');
    await page
      .getByRole('button', { name: new RegExp(say('repeat.remove-label', { card: '' }).trim()) })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFits(page, 'the removal of a card');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', {
        name: new RegExp(say('repeat.order-label', { count: 120, amount: '@' }).replace('@', '.+')),
      })
      .click();
    await expect(button('payments.order.submit')).toBeEnabled();
    await expectFits(page, 'the confirmation of a repeated order');
    await button('payments.order.submit').click();
    await page.waitForURL(/\/transactions\//);
    await expect(page.getByText(say('repeat.failed'), { exact: true })).toBeVisible();
    await expectFits(page, 'a declined stored card');
    await open('/transactions', 'payments.orders');
    await open('/credits/history', 'payments.statement');
    await me.context.close();
  });

for (const { language, country, town } of places)
  test(`the banner, countdown and dialog of the time bonus fit a small phone in ${language}`, async ({ browser }) => {
    const { she, he, close } = await couple(browser, { language, country, town, phone: true }, { country, town });
    const { page } = she;
    const { say } = handOf(page, language);
    await page.setViewportSize(narrow);
    for (let line = 1; line <= 4; line += 1) await sendText(she, he, `Line ${line}`);
    await moveSignUp(she.id, 3_600);
    await page.clock.install();
    await openAlive(page, '/members');
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[data-alert=time-bonus]').getByRole('timer')).toHaveText(/^02:5\d:\d\d$/);
    await expectFits(page, 'the banner', '[data-alert=time-bonus]');
    await page.clock.runFor(41_000);
    await expect(page.getByRole('dialog', { name: say('discounts.title') })).toBeVisible();
    await expectFits(page, 'the dialog', '[role=dialog]');
    expect((await api(page.request, 'getUser')).body.user.credits).toBe(0);
    await close();
  });
