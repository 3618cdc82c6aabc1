import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';

import { expect, expectNoSidewaysScroll } from './e2e.ts';
import { expectNoCutText } from './narrow.ts';

const controls = 'a[href], button, select, summary, input:not([type=hidden]), textarea, [role=button], [tabindex="0"]';

/** Finds controls that a bar covers entirely once they have the focus (WCAG 2.4.11). */
async function coveredStops(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const found: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(selector)) {
      const isStop = control.tabIndex >= 0 && !control.matches(':disabled') && !control.closest('[inert]');
      if (!isStop || !control.checkVisibility({ visibilityProperty: true })) continue;
      // On a phone, it belongs to a keyboard only, and lies where a finger presses something else.
      if (getComputedStyle(control).pointerEvents === 'none') continue;
      control.focus();
      // A smooth scroll would still be under way.
      control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      if (document.activeElement !== control) continue;
      const label = control.closest('label');
      const isSeen = [...control.getClientRects(), ...(label?.getClientRects() ?? [])].some((box) => {
        const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
        // A link may begin on a covered line and end on another, so each line counts, at three heights.
        return [0.15, 0.5, 0.85].some((part) => {
          const hit = document.elementFromPoint((left + right) / 2, box.top + box.height * part);
          return hit !== null && (control.contains(hit) || hit.contains(control) || label?.contains(hit));
        });
      });
      if (!isSeen) found.push(control.outerHTML.slice(0, 120));
    }
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(0, 0);
    return found;
  }, controls);
}

/** Finds fields and buttons without an edge once the system takes backgrounds and shadows away (WCAG 1.4.11). */
async function edgeless(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea, button')]
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        // Of one pixel: the label beside it shows the state.
        if (width <= 1 || height <= 1 || !control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          return false;
        const { appearance, borderStyle, borderWidth, outlineStyle, outlineWidth } = getComputedStyle(control);
        const hasBorder = borderStyle !== 'none' && Number.parseFloat(borderWidth) > 0;
        const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
        return !hasBorder && !hasOutline && appearance === 'none';
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  );
}

/** Finds elements that stand elsewhere than the keyboard visits them. */
async function reorderedElements(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const isMoved = (element: Element): boolean => {
      const { order, flexDirection, display } = getComputedStyle(element);
      const isReversed = display.includes('flex') && flexDirection.endsWith('reverse') && element.children.length > 1;
      return order !== '0' || isReversed;
    };
    const found = new Set<Element>();
    for (const control of document.querySelectorAll<HTMLElement>(selector)) {
      if (control.tabIndex > 0) found.add(control);
      for (let outer: Element | null = control; outer; outer = outer.parentElement)
        if (isMoved(outer)) found.add(outer);
    }
    return [...found].map((element) => element.outerHTML.slice(0, 120));
  }, controls);
}

/** The distances that text must bear (WCAG 1.4.12). */
const spacing = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`;

/** Asks a screen, on a phone, what people need who enlarge it, space its text, force its colors, or use a keyboard. */
export async function expectAssistive(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  expect.soft(await coveredStops(page), `${path}: covered while focused`).toEqual([]);
  expect.soft(await reorderedElements(page), `${path}: seen in another order than visited`).toEqual([]);
  await expectNoSidewaysScroll(page);
  const style = await page.addStyleTag({ content: spacing });
  await expectNoSidewaysScroll(page);
  await expectNoCutText(page, `${path} with spaced text`);
  await style.evaluate((element) => (element as Element).remove());
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await edgeless(page), `${path}: without an edge in forced colors`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

const engine = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8');

interface Finding {
  ruleId: string;
  value: [string, string];
  message: string;
  snippet: string;
  path: { dom: string };
}

/** What the second engine finds and a person judged false, with the reason. */
const judged: Record<string, RegExp> = {
  // A form without a name is no landmark, so nothing has to tell it from another.
  aria_form_label_unique: /^<form /,
  // It lies on a drawing, which the engine does not see.
  text_contrast_sufficient: /speak text-26 text-on-secondary/,
  // It says a result and takes no input.
  input_label_exists: /^<output /,
  // The field in it is named by an attribute, and the label only enlarges what can be touched.
  label_content_exists: /^<label class="flex min-h-11/,
  // A switch stands behind its name, as in the settings of phones.
  input_label_after: /role="switch"/,
  // Each group of interests is a fieldset of its own; all are one answer.
  input_checkboxes_grouped: /name="interests"/,
};

/** Expects no failure by the rules of IBM Equal Access, which see other faults than axe. */
export async function expectNoFinding(page: Page, path: string): Promise<void> {
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(`${engine}; window.ace = ace;`);
  const findings = await page.evaluate(async () => {
    // The names of what is folded away count as missing.
    for (const folded of document.querySelectorAll('main details')) folded.setAttribute('open', '');
    const { ace } = window as unknown as {
      ace: { Checker: new () => { check(node: Document, sets: string[]): Promise<{ results: Finding[] }> } };
    };
    const { results } = await new ace.Checker().check(document, ['WCAG_2_2']);
    return results.filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL');
  });
  const open = findings.filter(({ ruleId, snippet }) => !judged[ruleId]?.test(snippet));
  expect
    .soft(
      open.map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet.slice(0, 160)}`),
      path,
    )
    .toEqual([]);
}
