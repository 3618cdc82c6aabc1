import type { Locator, Page } from '@playwright/test';

import { type Language, languages } from '../../contract/platform/languages.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, sentence } from './e2e.ts';

/** The sentences of tabs and of the top bar. */
const barTexts = [
  'shell.search',
  'shell.messages',
  'shell.likes',
  'shell.premium-tab',
  'shell.profile-tab',
  'shell.log-in',
] as const;

/** Finds texts that exceed the sides of the page or are clipped by an ancestor, except those ending in an ellipsis. */
function cutTexts(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const isReadBySightedPeople = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('svg, option, [inert]');
    // Text for screen readers is in a box of one pixel.
    const isShort = (element: Element): boolean =>
      getComputedStyle(element).textOverflow === 'ellipsis' || element.clientWidth === 1;
    const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowX);
    /** Computes the left and right limits of a text: the window, and every ancestor that clips. */
    const computeLimits = (element: Element): [number, number] => {
      let [left, right] = [0, document.documentElement.clientWidth];
      for (let outer: Element | null = element; outer; outer = outer.parentElement) {
        if (scrolls(outer) && outer.scrollWidth > outer.clientWidth) return [-Infinity, Infinity];
        if (isShort(outer)) return [-Infinity, Infinity];
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

/** Lists the visible texts of tabs and top-bar controls that are cut off or wrapped, in each of the languages. */
export function cutControls(page: Page, shown: Language): Promise<string[]> {
  const words = languages.map((language) => ({ language, texts: barTexts.map((id) => sentence(language, id)) }));
  const known = barTexts.map((id) => sentence(shown, id));
  return page.evaluate(
    (bar) => {
      const tabs = [...document.querySelectorAll<HTMLElement>('nav.fixed a')];
      const texts = [...tabs, ...document.querySelectorAll('header > a, header summary')].flatMap((control) => {
        const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
        const found: { text: Text; control: Element; place: number }[] = [];
        while (walker.nextNode()) {
          const text = walker.currentNode as Text;
          const { parentElement: parent } = text;
          if (parent?.checkVisibility() && parent.getBoundingClientRect().width > 1)
            found.push({ text, control, place: bar.known.indexOf(text.data) });
        }
        return found;
      });
      const isCut = ({ text, control }: { text: Text; control: Element }): boolean => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const [outer, inner] = [control.getBoundingClientRect(), range.getBoundingClientRect()];
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return inner.left < outer.left || inner.right > outer.right || lines.size > 1;
      };
      const overflows = (tab: Element): boolean =>
        [tab, ...tab.querySelectorAll('span')].some((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 1);
      const unknown = texts.filter(
        ({ control, place, text }) => control.matches('nav.fixed a') && place < 0 && /\p{L}/u.test(text.data),
      );
      if (unknown.length > 0) return unknown.map(({ text }) => `no translations of ${text.data}`);
      const own = texts.map(({ text }) => text.data);
      const found = bar.words.flatMap(({ language, texts: written }) => {
        for (const { text, place } of texts) text.data = written[place] ?? text.data;
        const isWide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
        const cut = [...texts.filter(isCut).map(({ text }) => text.data), ...(isWide ? ['the whole bar'] : [])];
        return [...cut, ...tabs.filter(overflows).map(({ textContent }) => textContent)].map(
          (said) => `${language}: ${said}`,
        );
      });
      for (const [place, { text }] of texts.entries()) text.data = own[place] ?? text.data;
      return found;
    },
    { known, words },
  );
}

/**
 * Finds controls whose touch target is smaller than 44 by 44 px: their box, their label's or a pseudo-element's,
 * without covered parts. Links within a sentence may be as high as its lines (WCAG 2.5.5), but nothing may cover them.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = 'a[href], button, select, summary, input:not([type=hidden]), textarea, [role=button], [role=tab]';
    const found: string[] = [];
    // Other text is beside the link, or the link is in a member's text, which is shown as written.
    const isInSentence = (element: Element): boolean => {
      if (getComputedStyle(element).display !== 'inline') return false;
      let block = element.parentElement;
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
      if (!block || block.matches('p[dir=auto]')) return block !== null;
      const words = block.cloneNode(true) as Element;
      for (const other of words.querySelectorAll(controls)) other.remove();
      return words.textContent.trim() !== '';
    };
    const holds = (element: Element, x: number, y: number): boolean => {
      return element.contains(document.elementFromPoint(x, y));
    };
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const element = (control.matches('input') && control.closest('label')) || control;
      const isOff =
        control.matches(':disabled, [type=range]') || control.closest('[inert], [aria-hidden=true]') !== null;
      // Shown to a mouse or the keyboard only: a finger presses what it belongs to.
      if (getComputedStyle(element).pointerEvents === 'none') continue;
      if (isOff || !element.checkVisibility({ opacityProperty: false, visibilityProperty: true })) continue;
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      // Visible only to screen readers until it is focused.
      if (width <= 1 || height <= 1) continue;
      const name = control.getAttribute('aria-label') ?? (element.textContent || control.getAttribute('name'));
      if (isInSentence(element)) {
        const line = element.getClientRects()[0] ?? element.getBoundingClientRect();
        if (!holds(element, line.x + line.width / 2, line.y + line.height / 2))
          found.push(`«${name?.trim()}» is covered`);
        continue;
      }
      const [midX, midY] = [x + width / 2, y + height / 2];
      // The outermost whole pixels, because browsers hit-test whole pixels, wherever a box begins.
      const ends = (middle: number): number[] => [
        Math.ceil(middle - least / 2 + 0.5),
        Math.floor(middle + least / 2 - 0.5) - 1,
      ];
      const isWide = width >= least - 0.5 || ends(midX).every((at) => holds(element, at, midY));
      const isHigh = height >= least - 0.5 || ends(midY).every((at) => holds(element, midX, at));
      if (isWide && isHigh) continue;
      found.push(
        `${control.tagName.toLowerCase()} «${name?.trim().slice(0, 40)}» ${Math.round(width)}×${Math.round(height)}`,
      );
    }
    scrollTo(0, 0);
    return found;
  }, 44);
}

/** Expects that a screen on a narrow phone does not scroll sideways, is accessible, and clips no text in `part`. */
export async function expectFits(page: Page, what: string, part = 'body'): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expectNoSidewaysScroll(page);
  await expectNoCutText(page, what, part);
  await expectAccessible(page);
}

/** Expects that `part` clips no text. */
export async function expectNoCutText(page: Page, what: string, part = 'body'): Promise<void> {
  expect.soft(await cutTexts(page.locator(part)), what).toEqual([]);
}
