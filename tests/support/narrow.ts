import type { Locator, Page } from '@playwright/test';

import { expect, expectAccessible, expectNoSidewaysScroll } from './e2e.ts';

/** Texts that exceed the sides of the page or are clipped by an ancestor. */
function cutTexts(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const isReadBySightedPeople = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.sr-only, svg, option, [inert]');
    const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowX);
    /** The left and right limits of a text: the window, and every ancestor that clips. */
    const computeLimits = (element: Element): [number, number] => {
      let [left, right] = [0, document.documentElement.clientWidth];
      for (let outer: Element | null = element; outer; outer = outer.parentElement) {
        if (scrolls(outer) && outer.scrollWidth > outer.clientWidth) return [-Infinity, Infinity];
        if (getComputedStyle(outer).overflowX === 'visible') continue;
        const box = outer.getBoundingClientRect();
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      }
      return [left, right];
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const parent = text.parentElement;
      if (!parent || !text.data.trim() || !isReadBySightedPeople(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const [left, right] = computeLimits(parent);
      const isCut = [...range.getClientRects()].some((box) => box.left < left - 1 || box.right > right + 1);
      if (isCut) found.push(text.data.trim());
    }
    return found;
  });
}

/** Expects that a screen on a narrow phone does not scroll sideways, is accessible, and clips no text in `part`. */
export async function expectFits(page: Page, what: string, part = 'body'): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expectNoSidewaysScroll(page);
  expect(await cutTexts(page.locator(part)), what).toEqual([]);
  await expectAccessible(page);
}
