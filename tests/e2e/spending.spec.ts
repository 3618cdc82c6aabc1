import type { SentenceId } from '../../locales/parts.ts';
import { expect, person, sentence, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';

test('a spending limit can be set, is shown at the order, and refuses an order over it', async ({
  browser,
  complaints,
}) => {
  const { page } = await person(browser);
  await openAlive(page, '/settings/money');
  const part = page.getByRole('region', { name: say('accounts.spending'), exact: true });
  const field = part.getByLabel(say('accounts.spending-amount', { currency: 'EUR' }));
  await field.fill('a lot');
  complaints.allow(/422/);
  await part.getByRole('button', { name: say('accounts.spending-save') }).click();
  await expect(part.getByText(say('accounts.spending-wrong'))).toBeVisible();
  await field.fill('10,50');
  await part.getByRole('button', { name: say('accounts.spending-save') }).click();
  const state = say('accounts.spending-left', { spent: '€0.00', limit: '€10.50', left: '€10.50' });
  await expect(part.getByText(state)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await openAlive(page, '/credits/medium');
  const left = say('payments.order.limit', { left: '€10.50', limit: '€10.50' });
  await expect(page.getByRole('link', { name: left }).filter({ visible: true })).toBeVisible();
  await page
    .getByRole('button', { name: say('payments.order.submit') })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: say('errors.payment.limit') })).toBeInViewport();
});

test('a limit and a break from buying, which starts after a confirmation, fit a narrow phone in German', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/422/);
  const { page } = await person(browser, { language: 'de', phone: true });
  await page.setViewportSize({ width: 320, height: 640 });
  const inGerman = (id: SentenceId): string => sentence('de', id);
  const press = (id: SentenceId) => page.getByRole('button', { name: inGerman(id), exact: true }).click();
  await openAlive(page, '/settings/money');
  await page.locator('[name=limit]').fill('x');
  await press('accounts.spending-save');
  await expect(page.getByText(inGerman('accounts.spending-wrong'))).toBeVisible();
  await expectFits(page, 'a limit that is no amount', '#spending');
  await page.locator('[name=limit]').fill('10,50');
  await press('accounts.spending-save');
  await expect(page.getByText(inGerman('accounts.spending-saved'))).toBeVisible();
  await page.reload();
  await expect(page.locator('[name=limit]')).toHaveValue('10,50');
  await openAlive(page, '/settings/money');
  await press('accounts.spending-break');
  const question = page.getByRole('dialog', { name: inGerman('accounts.spending-break-title') });
  await expect(question).toBeVisible();
  await expectFits(page, 'the question before a break', '[role=dialog]');
  await question.getByRole('button', { name: inGerman('common.cancel') }).click();
  await expect(question).toHaveCount(0);
  await press('accounts.spending-break');
  await question.getByRole('button', { name: inGerman('accounts.spending-break') }).click();
  await expect(page.getByText(/^Du machst Kaufpause bis/)).toBeVisible();
  await expect(page.getByRole('button', { name: inGerman('accounts.spending-break') })).toHaveCount(0);
  await expectFits(page, 'a break');
});
