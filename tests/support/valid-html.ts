import type { Page } from '@playwright/test';
import { HtmlValidate, StaticConfigLoader, type HtmlElement } from 'html-validate';

import { expect, site } from './e2e.ts';

/** Allows an attribute only beside another. */
const beside = (other: string) => ({
  allowed: (element: HtmlElement) => (element.hasAttribute(other) ? null : `there is no "${other}"`),
});

/** ARIA in HTML forbids this attribute on elements that have the state natively. */
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

/** Accepted faults, by the end of their selector, with the reason. */
const allowed: Record<string, RegExp> = {
  // Hides elements that need JavaScript. A style belongs in the head, where no page can add one.
  'element-permitted-content': /noscript > style$/,
};

async function expectValid(html: string, what: string): Promise<void> {
  const { results } = await validator.validateString(html);
  const faults = results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId, selector }) => !allowed[ruleId]?.test(selector ?? ''))
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`);
  expect([...new Set(faults)], what).toEqual([]);
}

/** Checks the page as the server sends it and as the browser currently has it. */
export async function expectValidHtml(page: Page, path: string): Promise<void> {
  const sent = await page.context().request.get(site() + path, { headers: { accept: 'text/html' } });
  await expectValid(await sent.text(), `${path}, as it is sent`);
  await expectValid(await page.content(), `${path}, as the browser has it`);
}
