import type { Page } from '@playwright/test';
import sharp from 'sharp';

import type { Language } from '../../contract/platform/languages.ts';
import { expect, password, sentence, site } from './e2e.ts';
import { isAlive } from './forms.ts';

export interface Newcomer {
  language: Language;
  name: string;
  email: string;
  gender: 'female' | 'male';
  country: string;
  town: string;
  about: string;
}

/** Draws a plain JPEG picture, different for each hue. */
export function picture(hue: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1125"><rect width="900" height="1125" fill="hsl(${hue} 40% 60%)"/><circle cx="450" cy="430" r="220" fill="hsl(${hue} 55% 80%)"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

/** Signs up in the browser, from the start page to the search. */
export async function signUpOnScreen(page: Page, who: Newcomer): Promise<void> {
  const say = (id: Parameters<typeof sentence>[1], values?: Record<string, unknown>) =>
    sentence(who.language, id, values);
  await page.goto(`${site()}/`);
  await expect(page.locator('html')).toHaveAttribute('lang', who.language);
  await page.getByRole('button', { name: say('landing.join') }).click();
  await page.waitForURL(/\/signup/);
  await isAlive(page);

  await page.locator(`input[name=gender][value=${who.gender}]`).check();
  await page.locator(`input[name=looking_for][value=${who.gender === 'female' ? 'male' : 'female'}]`).check();
  await page.getByLabel(say('accounts.email'), { exact: true }).fill(who.email);
  await page.getByLabel(say('accounts.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('accounts.next') }).click();

  await page.getByLabel(say('accounts.name'), { exact: true }).fill(who.name);
  await page.getByLabel(say('accounts.birth-day')).fill('12');
  await page.getByLabel(say('accounts.birth-month')).selectOption('4');
  await page.getByLabel(say('accounts.birth-year')).fill('1988');
  await page.getByLabel(say('accounts.country'), { exact: true }).selectOption(who.country);
  await page.getByRole('combobox', { name: say('accounts.town'), exact: true }).pressSequentially(who.town.slice(0, 6));
  await page.getByRole('option', { name: who.town }).first().click();
  await page.getByRole('button', { name: say('accounts.next') }).click();

  for (const name of ['accept_terms', 'consent_sensitive']) await page.locator(`input[name=${name}]`).check();
  await page.getByRole('button', { name: say('accounts.sign-up') }).click();
  await page.waitForURL(/\/complete-signup/);

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture(who.gender === 'female' ? 20 : 190),
    });
  await expect(page.locator('img[src*="/media/member/"]').first()).toBeVisible();
  await page.getByLabel(say('accounts.about'), { exact: true }).fill(who.about);
  await page.getByRole('button', { name: say('accounts.save-and-go') }).click();
  await page.waitForURL(/\/signup-matches/);
  await page
    .getByRole('link', { name: say('match-finder.matches-on') })
    .first()
    .click();
  await page.waitForURL(/\/members/);
}
