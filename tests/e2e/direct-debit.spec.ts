import type { APIRequestContext, Page } from '@playwright/test';

import type { SentenceId } from '../../locales/parts.ts';
import type { OutboxEntry } from '../../server/platform/outbox.ts';
import { expect, person, sentence, site, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';

const phone = (): string => `0151${String(Math.floor(Math.random() * 90_000_000) + 10_000_000)}`;

const say = (id: SentenceId, values?: Record<string, unknown>): string => sentence('de', id, values);
const field = (page: Page, id: SentenceId) => page.getByLabel(say(id), { exact: true });
const press = (page: Page, id: SentenceId) => page.getByRole('button', { name: say(id), exact: true }).click();

/** Reads the server's mails and text messages, newest first. */
async function outbox(request: APIRequestContext): Promise<OutboxEntry[]> {
  return (await (await request.get(`${site()}/dev/outbox?format=json`)).json()) as OutboxEntry[];
}

/** Waits for the newest code sent to a number, which includes the country's prefix. */
async function codeSentTo(request: APIRequestContext, number: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const sent = (await outbox(request)).find(({ channel, to }) => channel === 'sms' && to === number);
      code = /\d{6}/.exec(sent?.text ?? '')?.[0] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}

test('a direct debit refuses a wrong IBAN and a wrong code, and leads to the pending payment, on a narrow phone in German', async ({
  browser,
}) => {
  const { page } = await person(browser, { language: 'de', country: 'DE', town: 'de-koln', phone: true });
  await page.setViewportSize({ width: 320, height: 640 });
  const number = phone();
  await openAlive(page, '/credits');
  await page.getByRole('radio', { name: say('common.method.sepa_direct_debit') }).check({ force: true });
  await page
    .getByRole('button', { name: say('payments.order.review') })
    .filter({ visible: true })
    .click();
  await page.waitForURL(/\/directdebit\?bundle=/);
  await expect(field(page, 'direct-debit.holder')).toBeVisible();
  await expectFits(page, 'the account');

  await field(page, 'direct-debit.holder').fill('Robin Haan');
  await field(page, 'direct-debit.iban').pressSequentially('de00370400440532013000');
  await expect(field(page, 'direct-debit.iban')).toHaveValue('DE00 3704 0044 0532 0130 00');
  await field(page, 'direct-debit.phone').fill(number);
  await press(page, 'direct-debit.send');
  await expect(page.getByText(say('errors.iban.invalid'))).toBeVisible();
  await expect(field(page, 'direct-debit.iban')).toBeFocused();
  await expect(field(page, 'direct-debit.phone')).toHaveValue(number);
  await expectFits(page, 'a wrong IBAN');
  await field(page, 'direct-debit.iban').fill('DE89370400440532013000');
  await press(page, 'direct-debit.send');
  await page.waitForURL(/id=/);

  const code = await codeSentTo(page.request, `+49${number.slice(1)}`);
  await expect(
    page.getByRole('timer').filter({ hasText: say('direct-debit.resend.wait', { time: '' }).trim() }),
  ).toBeVisible();
  await field(page, 'direct-debit.code.label').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await press(page, 'direct-debit.code.check');
  await expect(page.getByText(say('errors.debit.code-invalid'))).toBeVisible();
  await expectFits(page, 'a wrong code');
  await openAlive(page, new URL(page.url()).pathname + new URL(page.url()).search);
  await field(page, 'direct-debit.code.label').fill(code);
  await press(page, 'direct-debit.code.check');

  await expect(page.getByRole('heading', { name: say('direct-debit.mandate.title') })).toBeFocused();
  await expect(page.getByText(say('direct-debit.mandate.refund'))).toBeVisible();
  await expectFits(page, 'the mandate');
  await press(page, 'payments.order.submit');
  await page.waitForURL(/\/transactions\//);
  await expect(page.getByText(say('payments.result.next.debit'))).toBeVisible();
  await expectFits(page, 'the pending debit');
  await expect
    .poll(async () =>
      (await outbox(page.request)).some(
        ({ channel, text }) => channel === 'mail' && text.includes(say('direct-debit.mandate.title')),
      ),
    )
    .toBe(true);
});
