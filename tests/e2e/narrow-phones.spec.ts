import type { Page } from '@playwright/test';

import { type Language, languages } from '../../contract/platform/languages.ts';
import { expect, expectNoSidewaysScroll, newContext, person, sentence, site, test } from '../support/e2e.ts';
import { openLive, sendText } from '../support/talk.ts';

const widths = [320, 360];

/** The texts of tabs and top-bar controls that are cut off or wrapped. */
function cutControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = (element: Element): Text[] => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      return found.filter(
        ({ parentElement }) => parentElement?.checkVisibility() && parentElement.getBoundingClientRect().width > 1,
      );
    };
    const isCut = (text: Text): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = text.parentElement?.closest('a, summary');
      const outer = box?.getBoundingClientRect();
      const inner = range.getBoundingClientRect();
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return !outer || inner.left < outer.left || inner.right > outer.right || lines.size > 1;
    };
    const tabs = [...document.querySelectorAll<HTMLElement>('nav.fixed a')];
    const overflowing = tabs.filter((tab) =>
      [tab, ...tab.querySelectorAll('span')].some((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 1),
    );
    const controls = [...tabs, ...document.querySelectorAll('header > a, header summary')];
    const cut = controls.flatMap(texts).filter(isCut);
    return [...overflowing, ...cut].map(({ textContent }) => textContent ?? '');
  });
}

async function setLanguage(page: Page, language: Language): Promise<void> {
  await page.context().addCookies([{ name: 'i18n_redirected', value: language, url: site() }]);
}

test('no tab or top-bar control is cut off or wrapped on a narrow phone, in any language', async ({ browser }) => {
  const context = await newContext(browser, 'en', true);
  const visitor = await context.newPage();
  const found: string[] = [];
  for (const language of languages) {
    await setLanguage(visitor, language);
    const me = await person(browser, { language, phone: true });
    for (const [page, path] of [
      [visitor, '/'],
      [visitor, '/pricing'],
      [me.page, '/settings'],
    ] as const) {
      await page.goto(site() + path);
      await page.evaluate(() => document.fonts.ready);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 });
        await expectNoSidewaysScroll(page);
        found.push(...(await cutControls(page)).map((words) => `${language} ${width} ${path}: ${words}`));
      }
    }
    await expect(me.page.locator('nav.fixed a').filter({ visible: true })).toHaveCount(5);
    await me.context.close();
  }
  expect(found).toEqual([]);
  await context.close();
});

test('no page scrolls sideways on a phone that shows it at twice its size', async ({ browser }) => {
  for (const language of ['de', 'fi'] as const) {
    const context = await newContext(browser, language, true);
    const visitor = await context.newPage();
    await setLanguage(visitor, language);
    const me = await person(browser, { language, phone: true });
    for (const [page, paths] of [
      [visitor, ['/', '/signup', '/login', '/members', '/pricing', '/service']],
      [me.page, ['/members', '/chats', '/likes', '/profile', '/settings']],
    ] as const) {
      await page.setViewportSize({ width: 195, height: 422 });
      for (const path of paths) {
        await page.goto(site() + path);
        await page.evaluate(() => document.fonts.ready);
        await expectNoSidewaysScroll(page);
      }
    }
    await visitor.goto(`${site()}/pricing`);
    const gaps = await visitor.locator('tbody tr').evaluateAll((rows: HTMLTableRowElement[]) => {
      const boxesOf = (cell: Element): DOMRect[] => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const boxes = [...cell.querySelectorAll('svg')].map((sign) => sign.getBoundingClientRect());
        while (walker.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(walker.currentNode);
          if (!walker.currentNode.parentElement?.closest('.sr-only')) boxes.push(...range.getClientRects());
        }
        return boxes;
      };
      return rows.flatMap((row) => {
        const shown = [...row.cells].map(boxesOf).filter((boxes) => boxes.length > 0);
        const rightOf = (boxes: DOMRect[] = []): number => Math.max(...boxes.map(({ right }) => right));
        return shown.slice(1).map((boxes, at) => Math.min(...boxes.map(({ left }) => left)) - rightOf(shown[at]));
      });
    });
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6);
    await me.context.close();
    await context.close();
  }
});

test('the start page’s button is above the fold of a phone, in every language', async ({ browser }) => {
  const context = await newContext(browser, 'de', true);
  const page = await context.newPage();
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
  await context.close();
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
  await he.context.close();
  await she.context.close();
});
