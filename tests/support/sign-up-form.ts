import type { Page } from '@playwright/test';

import { password, uniqueDigits } from './e2e.ts';
import { button, say } from './forms.ts';

export const newEmail = (): string => `${uniqueDigits()}@example.org`;
export const newName = (): string => `Clara ${uniqueDigits()}`;

/** Fills in the first step: own gender, gender looked for, address and password. */
export async function fillWho(page: Page, email: string, secret = password): Promise<void> {
  await page.getByRole('radio', { name: say('accounts.a-woman') }).check({ force: true });
  await page.getByRole('radio', { name: say('accounts.men'), exact: true }).check({ force: true });
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(secret);
}

export async function fillBirthDate(page: Page, day: string, month: string, year: string): Promise<void> {
  await page.locator('[name=birth_day]').fill(day);
  await page.locator('[name=birth_month]').selectOption(month);
  await page.locator('[name=birth_year]').fill(year);
}

/** Fills in the second step: name, age and country. */
export async function fillYou(page: Page, name: string): Promise<void> {
  await page.locator('[name=name]').fill(name);
  await fillBirthDate(page, '12', '4', '1988');
  await page.locator('[name=country]').selectOption('NL');
}

/** Goes to the next step. */
export const go = async (page: Page): Promise<void> => button(page, 'accounts.next').click();
