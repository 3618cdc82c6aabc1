import { runInNewContext } from 'node:vm';

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

import { PageScript } from './page-script.tsx';

declare const page: { said: string };
function keep(text: string): void {
  page.said = text;
}

it.each(['</script><img src=x onerror=alert(1)>', '<!--<script>', ']]>', '"\u2028\\'])(
  'a page script gets any value unchanged, and no value ends the script or opens a comment: %s',
  (value) => {
    const html = renderToStaticMarkup(createElement(PageScript<[string]>, { run: keep, values: [value] }));
    const text = /^<script>([^<]*)<\/script>$/.exec(html)?.[1] ?? '';
    const heard = { said: '' };
    runInNewContext(text, { page: heard });
    expect(heard.said).toBe(value);
  },
);
