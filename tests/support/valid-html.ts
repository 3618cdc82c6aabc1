import type { Page } from '@playwright/test';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import type { HtmlElement } from 'html-validate';

import { expect, site } from './e2e.ts';

/** An attribute that means something only beside another. */
const beside = (other: string) => ({
  allowed: (element: HtmlElement) => (element.hasAttribute(other) ? null : `there is no "${other}"`),
});

/** What ARIA in HTML forbids where the element says it itself. */
const checkedItself = {
  allowed: (element: HtmlElement) =>
    ['checkbox', 'radio'].includes(String(element.getAttributeValue('type'))) ? 'it says so itself' : null,
};

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:standard'],
    elements: [
      'html5',
      {
        img: { attributes: { sizes: beside('srcset') } },
        link: { attributes: { imagesizes: beside('imagesrcset') } },
        input: { attributes: { 'aria-checked': checkedItself } },
      },
    ],
    rules: { 'input-attributes': 'error', 'no-dup-class': 'error' },
  }),
);

/** What is no fault in our pages, by the end of its selector, and why. */
const allowed: Record<string, RegExp> = {
  // Without JavaScript, what needs it is hidden. A style is allowed in the head alone, where no page can put one.
  'element-permitted-content': /noscript > style$/,
};

/** Fails where HTML is not as the standard has it: what contains what, attributes, and what they refer to. */
async function expectValid(html: string, what: string): Promise<void> {
  const { results } = await validator.validateString(html);
  const faults = results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId, selector }) => !allowed[ruleId]?.test(selector ?? ''))
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`);
  expect([...new Set(faults)], what).toEqual([]);
}

/** The page as the server sends it, and as the browser has it now. */
export async function expectValidHtml(page: Page, path: string): Promise<void> {
  const sent = await page.context().request.get(site() + path, { headers: { accept: 'text/html' } });
  await expectValid(await sent.text(), `${path}, as it is sent`);
  await expectValid(await page.content(), `${path}, as the browser has it`);
}
