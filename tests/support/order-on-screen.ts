import type { Locator, Page } from '@playwright/test';

import type { SentenceId } from '../../locales/parts.ts';
import { type Person, api, sandbox, site, expect } from './e2e.ts';
import { openAlive, say } from './forms.ts';

/** Finds a line of the result, as screen readers announce it. */
export const result = (page: Page, id: SentenceId, values?: Record<string, unknown>): Locator =>
  page.getByRole('main').getByRole('status').getByText(say(id, values), { exact: true });

export const choose = (page: Page, count: number): Locator =>
  page.getByRole('radio', { name: new RegExp(`^${say('payments.bundle-credits', { count })}`) });

export const review = (page: Page): Locator =>
  page.getByRole('button', { name: say('payments.order.review') }).filter({ visible: true });

export const submit = (page: Page): Locator => page.getByRole('button', { name: say('payments.order.submit') });

/** Orders in the browser up to the pay page. Returns the provider's payment id and ours. */
export async function orderOnScreen({ page }: Person, count: number): Promise<{ payment: string; own: string }> {
  await openAlive(page, '/credits');
  await choose(page, count).check();
  await review(page).click();
  await submit(page).click();
  await page.waitForURL(/\/pay\//);
  const { origin, pathname } = new URL(page.url());
  // The pay page has the site's own origin, so that another device can also pay.
  expect(origin).toBe(site());
  const own = (await api(page.request, 'getPayment')).body.payment.payment_id;
  return { payment: pathname.split('/').at(-1) ?? '', own };
}

interface SandboxPayment {
  id: string;
  status: string;
  sequenceType: string;
  metadata: { member_id?: MemberId; payment_id?: PaymentId } | null;
}

/** Lists the latest payments of all members in the sandbox. */
export async function sandboxPayments(page: Page): Promise<SandboxPayment[]> {
  const answer = await page.request.get(`${sandbox()}/v2/payments?limit=250`, {
    headers: { authorization: 'Bearer test_tealight' },
  });
  return ((await answer.json()) as { _embedded: { payments: SandboxPayment[] } })._embedded.payments;
}

/** Counts the payments in the sandbox for one of ours. */
export async function paymentsAtProvider(page: Page, own: string): Promise<number> {
  return (await sandboxPayments(page)).filter(({ metadata }) => metadata?.payment_id === own).length;
}
