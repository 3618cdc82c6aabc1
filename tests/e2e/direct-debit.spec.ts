import type { Page } from '@playwright/test';

import { expect, expectAccessible, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { codeSentTo, outbox } from '../support/text-messages.ts';

const phone = (): string => `061${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`;

const field = (page: Page, id: Parameters<typeof say>[0]) => page.getByLabel(say(id), { exact: true });
const press = (page: Page, id: Parameters<typeof say>[0]) => page.getByRole('button', { name: say(id) }).click();

test('a direct debit refuses a wrong IBAN and a wrong code, and leads to the pending payment', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  const number = phone();
  await openAlive(page, '/credits');
  await page.getByRole('radio', { name: say('common.method.sepa_direct_debit') }).check({ force: true });
  await page
    .getByRole('button', { name: say('payments.order.review') })
    .filter({ visible: true })
    .click();
  await page.waitForURL(/\/directdebit\?bundle=/);
  await expectAccessible(page);

  await field(page, 'directdebit.holder').fill('Robin Haan');
  await field(page, 'directdebit.iban').pressSequentially('nl00abna0417164300');
  await expect(field(page, 'directdebit.iban')).toHaveValue('NL00 ABNA 0417 1643 00');
  await field(page, 'directdebit.phone').fill(number);
  await press(page, 'directdebit.send');
  await expect(page.getByText(say('errors.iban.invalid'))).toBeVisible();
  await expect(field(page, 'directdebit.iban')).toBeFocused();
  await expect(field(page, 'directdebit.phone')).toHaveValue(number);
  await field(page, 'directdebit.iban').fill('NL91ABNA0417164300');
  await press(page, 'directdebit.send');
  await page.waitForURL(/id=/);

  const code = await codeSentTo(page.request, `+31${number.slice(1)}`);
  await expect(
    page.getByRole('timer').filter({ hasText: say('directdebit.resend.wait', { time: '' }).trim() }),
  ).toBeVisible();
  await field(page, 'directdebit.code.label').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await press(page, 'directdebit.code.check');
  await expect(page.getByText('Code invalid')).toBeVisible();
  await expectAccessible(page);
  await openAlive(page, new URL(page.url()).pathname + new URL(page.url()).search);
  await field(page, 'directdebit.code.label').fill(code);
  await press(page, 'directdebit.code.check');

  await expect(page.getByRole('heading', { name: say('directdebit.mandate.title') })).toBeFocused();
  await expect(page.getByText('within 8 weeks')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'payments.order.submit');
  await page.waitForURL(/\/transactions\//);
  await expect(page.getByText(say('payments.result.next.debit'))).toBeVisible();
  await expect
    .poll(async () =>
      (await outbox(page.request)).some(
        ({ channel, text }) => channel === 'mail' && text.includes('SEPA Direct Debit Mandate'),
      ),
    )
    .toBe(true);
  await me.context.close();
});
