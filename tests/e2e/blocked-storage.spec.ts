import type { Page } from '@playwright/test';

import { api, expect, newContext, site, test } from '../support/e2e.ts';
import { button, isAlive, openAlive, say } from '../support/forms.ts';
import { fillWho, fillYou, go, newEmail, newName } from '../support/sign-up-form.ts';
import { couple, log, openChat, sendText, write } from '../support/talk.ts';

/** The router's own script accesses the storage in vain and logs an error; nothing depends on it. */
const fromRouter = /Access is denied for this document/;

/** Simulates blocked site data, where even accessing a storage throws. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    IDBFactory.prototype.open = refuse;
    for (const name of ['keys', 'has', 'open', 'delete', 'match'] as const)
      CacheStorage.prototype[name] = async () => refuse();
  });
}

test('pages work for visitors and members, and a visitor can sign up, if site data is blocked', async ({
  browser,
  complaints,
}) => {
  complaints.allow(fromRouter);
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  await blockStorage(page);
  await page.goto(`${site()}/`);
  await page.keyboard.press('Tab');
  await isAlive(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openAlive(page, '/signup');
  await fillWho(page, newEmail());
  await go(page);
  await fillYou(page, newName());
  await page.locator('[name=town_name]').fill('Haarl');
  await page.getByRole('option', { name: /^Haarlem(?!m)/ }).click();
  await go(page);
  for (const name of ['accept_terms', 'consent_sensitive']) await page.locator(`[name=${name}]`).check();
  await button(page, 'accounts.sign-up').click();
  await page.waitForURL(/\/complete-signup/);
  await context.close();

  const { she, he } = await couple(browser, { premium: true });
  await blockStorage(she.page);
  await openChat(she, await sendText(he, she, 'Hello'));
  await write(she, he, 'Nothing is kept here');
  await expect(log(she).getByText('Nothing is kept here')).toBeVisible();
  await openAlive(she.page, '/members');
  await expect(she.page.getByRole('heading', { level: 1 })).toHaveText(say('members.heading'));
  await she.page.getByLabel(say('shell.account', { name: she.name })).click();
  await button(she.page, 'shell.log-out').click();
  await she.page.waitForURL(`${site()}/`);
});

test('a page whose session has ended goes to the login if site data is blocked', async ({ browser, complaints }) => {
  complaints.allow(fromRouter, /api\/live/);
  const { she } = await couple(browser);
  await blockStorage(she.page);
  await openAlive(she.page, '/likes');
  await api(she.context.request, 'logOut');
  await she.page.waitForURL(/\/login\?next=%2Flikes/);
});
