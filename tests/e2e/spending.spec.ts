import type { SentenceId } from '../../locales/parts.ts';
import { expect, expectAccessible, person, sentence, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { couple, sendText } from '../support/talk.ts';

test('a spending limit can be set, is shown at the order, and refuses an order over it', async ({
  browser,
  complaints,
}) => {
  const me = await person(browser);
  const { page } = me;
  await openAlive(page, '/settings');
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
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await openAlive(page, '/credits/medium');
  const left = say('payments.order.limit', { left: '€10.50', limit: '€10.50' });
  await expect(page.getByRole('link', { name: left }).filter({ visible: true })).toBeVisible();
  await page
    .getByRole('button', { name: say('payments.order.submit') })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: say('errors.payment.limit') })).toBeInViewport();
  await me.context.close();
});

test('a break from buying starts after a confirmation', async ({ browser }) => {
  const me = await person(browser, { language: 'de', phone: true });
  const { page } = me;
  const inGerman = (id: SentenceId): string => sentence('de', id);
  await openAlive(page, '/settings');
  await page.locator('[name=limit]').fill('10,50');
  await page.getByRole('button', { name: inGerman('accounts.spending-save') }).click();
  await expect(page.getByText(inGerman('accounts.spending-saved'))).toBeVisible();
  await page.reload();
  await expect(page.locator('[name=limit]')).toHaveValue('10,50');
  await openAlive(page, '/settings');
  await page.getByRole('button', { name: inGerman('accounts.spending-break') }).click();
  const question = page.getByRole('dialog', { name: inGerman('accounts.spending-break-title') });
  await expectAccessible(page, '[role=dialog]');
  await question.getByRole('button', { name: inGerman('common.cancel') }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole('button', { name: inGerman('accounts.spending-break') }).click();
  await question.getByRole('button', { name: inGerman('accounts.spending-break') }).click();
  await expect(page.getByText(/^Du machst Pause bis/)).toBeVisible();
  await expect(page.getByRole('button', { name: inGerman('accounts.spending-break') })).toHaveCount(0);
  await me.context.close();
});

test('the statement can be filtered by kind of movement, and downloaded', async ({ browser }) => {
  const { she, he, close } = await couple(browser, { premium: true });
  await sendText(she, he, 'Hello');
  const { page } = she;
  await openAlive(page, '/credits/history');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(3);
  await page.getByLabel(say('payments.statement.show')).selectOption({ label: say('payments.filter.message') });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(he.name);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expectAccessible(page);
  const arrives = page.waitForEvent('download');
  await page.getByRole('link', { name: say('payments.statement.download') }).click();
  const download = await arrives;
  expect(download.suggestedFilename()).toBe('statement.csv');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"${say('payments.cause.message', { name: he.name })}"`);
  await close();
});
