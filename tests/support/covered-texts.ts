import type { Page } from '@playwright/test';

/** Texts of the page's content over which something else lies, once they are in the middle of the window. */
export async function coveredTexts(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(() => {
    const content = document.querySelector('#content');
    if (!content) return ['the page has no content'];
    const covered = new Set<string>();
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const unseen = parent.closest<HTMLElement>('[class*=sr-only], .skip-link');
      if (text.data.trim() === '' || parent.closest('option, [inert]') || (unseen && unseen.offsetWidth <= 1)) continue;
      parent.scrollIntoView({ block: 'center', behavior: 'instant' });
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const { left, right, top, bottom } of range.getClientRects())
        for (const x of [left + 2, (left + right) / 2, right - 2]) {
          const hit = document.elementFromPoint(x, (top + bottom) / 2);
          // A label's input may lie over its words.
          const isOwn = hit?.contains(parent) || parent.contains(hit) || hit?.closest('label')?.contains(parent);
          if (!isOwn) covered.add(text.data.trim());
        }
    }
    scrollTo(0, 0);
    return [...covered];
  });
}
