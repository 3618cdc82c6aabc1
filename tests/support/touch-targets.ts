import type { Page } from '@playwright/test';

/**
 * Controls whose touch target is smaller than 44 by 44 px: their box, their label's or a pseudo-element's, without
 * covered parts. Links within a sentence may be as high as its lines (WCAG 2.5.5), but nothing may cover them.
 */
export async function smallTargets(page: Page, min = 44): Promise<string[]> {
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
  }, min);
}
