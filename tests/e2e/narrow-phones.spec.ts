import type { Page } from '@playwright/test';

import { type Language, languages } from '../../contract/platform/languages.ts';
import { expect, newPage, person, sentence, site, test } from '../support/e2e.ts';
import { openLive, sendText } from '../support/talk.ts';

async function setLanguage(page: Page, language: Language): Promise<void> {
  await page.context().addCookies([{ name: 'i18n_redirected', value: language, url: site() }]);
}

test('prices stay apart on a phone that shows them at twice their size', async ({ browser }) => {
  const visitor = await newPage(browser, 'de', true);
  await visitor.setViewportSize({ width: 195, height: 422 });
  for (const language of ['de', 'fi'] as const) {
    await setLanguage(visitor, language);
    await visitor.goto(`${site()}/pricing`);
    await visitor.evaluate(() => document.fonts.ready);
    const gaps = await visitor.locator('tbody tr').evaluateAll((rows: HTMLTableRowElement[]) => {
      const getBoxes = (cell: Element): DOMRect[] => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const boxes = [...cell.querySelectorAll('svg')].map((sign) => sign.getBoundingClientRect());
        while (walker.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(walker.currentNode);
          if (!walker.currentNode.parentElement?.closest('.sr-only, .skip-link')) boxes.push(...range.getClientRects());
        }
        return boxes;
      };
      return rows.flatMap((row) => {
        const shown = [...row.cells].map(getBoxes).filter((boxes) => boxes.length > 0);
        const getRight = (boxes: DOMRect[] = []): number => Math.max(...boxes.map(({ right }) => right));
        return shown.slice(1).map((boxes, at) => Math.min(...boxes.map(({ left }) => left)) - getRight(shown[at]));
      });
    });
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6);
  }
});

test('the start page’s button is above the fold of a phone, in every language', async ({ browser }) => {
  const page = await newPage(browser, 'de', true);
  await page.setViewportSize({ width: 360, height: 740 });
  const below: string[] = [];
  for (const language of languages) {
    await setLanguage(page, language);
    await page.goto(`${site()}/`);
    await page.evaluate(() => document.fonts.ready);
    const button = await page.getByRole('link', { name: sentence(language, 'landing.join') }).boundingBox();
    const notice = await page.locator('[data-alert=demo]').boundingBox();
    if (!button || button.y + button.height > 740 - 24 || !notice || notice.height > 44)
      below.push(`${language}: ${button && button.y + button.height} ${notice?.height}`);
  }
  expect(below).toEqual([]);
});

test('a toast on a phone does not cover the page title', async ({ browser }) => {
  const he = await person(browser, { gender: 'male' });
  const she = await person(browser, { phone: true });
  const { page } = she;
  await openLive(page, '/settings');
  const toast = page.locator('[data-sonner-toast]').first();
  await sendText(he, she, 'Good evening');
  await expect(toast).toBeVisible();
  await expect(toast).toHaveAttribute('data-mounted', 'true');
  const [shown, title] = [await toast.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()];
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
});

test('names on the cards of a narrow phone are whole and clear of the heart', async ({ browser }) => {
  const he = await person(browser, { gender: 'male', phone: true });
  const she = await person(browser);
  await he.page.setViewportSize({ width: 360, height: 740 });
  await openLive(he.page, `/members?filters=none&name=${encodeURIComponent(she.name)}`);
  const title = sentence('en', 'members.name-age', { name: she.name, age: 38 });
  const card = he.page.locator('.photo-frame', { hasText: title });
  const heart = card.getByRole('button', { name: sentence('en', 'members.like-name', { name: she.name }) });
  await expect(heart).toBeVisible();
  const name = card.locator('p').first();
  await expect(name).toHaveText(new RegExp(`^${title}`));
  const [text, disc] = [await name.boundingBox(), await heart.boundingBox()];
  expect((disc?.y ?? 0) + (disc?.height ?? 0)).toBeLessThanOrEqual((text?.y ?? 0) + 1);
  expect(await name.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
  expect(await name.evaluate((line) => getComputedStyle(line).whiteSpace)).toBe('normal');
});
