import type { Browser, BrowserContext, Page } from '@playwright/test';

import type { Language } from '../../contract/platform/languages.ts';
import { expect, expectAccessible, newContext, person, sentence, site, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';

const values = { name: 'Tealight', age: 18 };

/** Opens a browser that has not seen the warning. */
async function stranger(browser: Browser, language: Language = 'en'): Promise<{ context: BrowserContext; page: Page }> {
  const context = await newContext(browser, language);
  await context.clearCookies({ name: 'dismissed' });
  return { context, page: await context.newPage() };
}

const getDialog = (page: Page, language: Language = 'en') =>
  page.getByRole('dialog', { name: sentence(language, 'age-gate.title', values) });

test('a visitor is asked once whether they are an adult, in Finnish', async ({ browser }) => {
  const language = 'fi';
  const { page } = await stranger(browser, language);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${site()}/landers/gallery`);
  await expect(getDialog(page, language)).toBeVisible();
  // The warning precedes the content, which is therefore styled only once.
  await expect(page.locator('body > :first-child')).toHaveAttribute('data-age-gate');
  await expectFits(page, language, 'dialog');
  const yes = page.getByRole('button', { name: sentence(language, 'age-gate.yes') });
  await expect(yes).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(getDialog(page, language)).toBeVisible();
  await yes.click();
  await expect(getDialog(page, language)).toHaveCount(0);
  await page.goto(`${site()}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('dialog')).toHaveCount(0);
});

test('animations are paused behind the warning and start once it is answered', async ({ browser }) => {
  const { context, page } = await stranger(browser);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const playing = (): Promise<string[]> =>
    page.evaluate(() => {
      const drawn = document.getAnimations().filter((one) => one instanceof CSSAnimation);
      return [...new Set(drawn.map(({ playState }) => playState))];
    });
  for (const name of ['video', 'alonetonight', 'transitionsvideolanding']) {
    await context.clearCookies({ name: 'dismissed' });
    await page.goto(`${site()}/landers/${name}`);
    await expect(getDialog(page)).toBeVisible();
    expect(await playing(), name).toEqual(['paused']);
    await page.getByRole('button', { name: sentence('en', 'age-gate.yes') }).click();
    expect(await playing(), name).toContain('running');
  }
});

test('a page with a script starts behind the warning and keeps the answer', async ({ browser }) => {
  const { page } = await stranger(browser);
  await page.goto(`${site()}/members`);
  await expect(getDialog(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: sentence('en', 'age-gate.yes') }).click();
  await page
    .getByRole('link', { name: sentence('en', 'shell.log-in') })
    .first()
    .click();
  await page.waitForURL(/\/login/);
  await expect(page.locator('dialog[data-age-gate]')).toHaveCount(0);
});

test('the installed app does not ask, because the visitor was asked before installing it', async ({ browser }) => {
  const marks = {
    standard: () => {
      const original = window.matchMedia.bind(window);
      window.matchMedia = (query) => original(query.replace('(display-mode: standalone)', 'all'));
    },
    // The property that an iPhone sets.
    own: () => Object.defineProperty(navigator, 'standalone', { value: true }),
  };
  for (const [name, mark] of Object.entries(marks)) {
    const { context, page } = await stranger(browser);
    await page.addInitScript(mark);
    await page.goto(`${site()}/members`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('dialog[data-age-gate]'), name).toHaveCount(0);
    await context.close();
  }
});

test('the installed app does not ask without a script either', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en' });
  await context.clearCookies({ name: 'dismissed' });
  const page = await context.newPage();
  await page.goto(`${site()}/faq`);
  await expect(getDialog(page)).toBeVisible();
  // Tests cannot set the display mode, so the style sheet is changed to treat every window as the app's.
  await page.route(/\.css$/, async (route) => {
    const sheet = await route.fetch();
    const body = (await sheet.text()).replaceAll(/\(display-mode:\s*standalone\)/g, 'all');
    await route.fulfill({ response: sheet, body });
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('dialog[data-age-gate]')).toBeHidden();
});

/** Follows the logo from the terms to the start page. Returns whether the program navigated without a page load. */
async function goesOnWithinPage(page: Page): Promise<boolean> {
  await openAlive(page, '/terms');
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.evaluate(() => Object.assign(window, { isKept: true }));
  await page.getByRole('banner').getByRole('link', { name: values.name }).first().click();
  await expect(page).not.toHaveURL(/terms/);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  return page.evaluate(() => 'isKept' in window);
}

test('a visitor who starts on a page without the warning is asked once, on the next page with it', async ({
  browser,
}) => {
  const { page } = await stranger(browser);
  expect(await goesOnWithinPage(page)).toBe(false);
  await expect(getDialog(page)).toBeVisible();
  await page.getByRole('button', { name: sentence('en', 'age-gate.yes') }).click();
  await expect(page.locator('dialog')).toHaveCount(0);
  expect(await goesOnWithinPage(page)).toBe(true);
  await expect(page.locator('dialog')).toHaveCount(0);
});

test('neither members nor the installed app are asked on the way from a page without the warning', async ({
  browser,
}) => {
  const { context, page } = await person(browser);
  await context.clearCookies({ name: 'dismissed' });
  expect(await goesOnWithinPage(page)).toBe(true);
  await context.close();
  const app = await stranger(browser);
  await app.page.addInitScript(() => {
    const original = window.matchMedia.bind(window);
    window.matchMedia = (query) => original(query.replace('(display-mode: standalone)', 'all'));
  });
  expect(await goesOnWithinPage(app.page)).toBe(true);
});

test('a visitor who says no gets a separate page with a way back, with or without a script', async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en' });
    await context.clearCookies({ name: 'dismissed' });
    const page = await context.newPage();
    await page.goto(`${site()}/`);
    await page.getByRole('link', { name: sentence('en', 'age-gate.no') }).click();
    await expect(page).toHaveURL(`${site()}/leave?next=%2F`);
    await expect(page.getByRole('heading', { level: 1, name: sentence('en', 'age-gate.leave') })).toBeVisible();
    await expect(page.locator('dialog')).toHaveCount(0);
    await page.getByRole('link', { name: sentence('en', 'age-gate.leave-back') }).click();
    await page.getByRole('button', { name: sentence('en', 'age-gate.yes') }).click();
    await expect(page.locator('dialog')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('dialog')).toHaveCount(0);
    await context.close();
  }
});
