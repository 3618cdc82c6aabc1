import type { SentenceId } from '../../locales/parts.ts';
import { expect, person, sentence, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';

test('a limit, which refuses an order over it, and a break, which starts after a confirmation, fit a narrow phone in German', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/422/);
  const { page } = await person(browser, { language: 'de', phone: true });
  await page.setViewportSize({ width: 320, height: 640 });
  const inGerman = (id: SentenceId, values?: Record<string, unknown>): string => sentence('de', id, values);
  const euro = (amount: number): string =>
    new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).format(amount);
  const press = (id: SentenceId) => page.getByRole('button', { name: inGerman(id), exact: true }).click();
  await openAlive(page, '/settings/money');
  await page.locator('[name=limit]').fill('x');
  await press('accounts.spending-save');
  await expect(page.getByText(inGerman('accounts.spending-wrong'))).toBeVisible();
  await expectFits(page, 'a limit that is no amount', '#spending');
  await page.locator('[name=limit]').fill('10,50');
  await press('accounts.spending-save');
  await expect(page.getByText(inGerman('accounts.spending-saved'))).toBeVisible();
  const [spent, limit] = [euro(0), euro(10.5)];
  await expect(page.getByText(inGerman('accounts.spending-left', { spent, limit, left: limit }))).toBeVisible();
  await page.reload();
  await expect(page.locator('[name=limit]')).toHaveValue('10,50');
  await openAlive(page, '/credits/medium');
  const left = inGerman('payments.order.limit', { left: limit, limit });
  await expect(page.getByRole('link', { name: left }).filter({ visible: true })).toBeVisible();
  await page
    .getByRole('button', { name: inGerman('payments.order.submit') })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: inGerman('errors.payment.limit') })).toBeInViewport();
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
