import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

import { FoldedChoices } from './filter-fields.tsx';

const render = (chosen: readonly string[], whole: boolean): string => {
  const props = { name: 'eye_color', chosen, whole, summary: h('summary', null, 'Eyes') };
  return renderToStaticMarkup(h(FoldedChoices, { ...props, children: () => h('i') }));
};

describe('folded choices', () => {
  it('are not rendered while they are closed, and still post the chosen values', () => {
    const html = render(['blue', 'green'], false);
    expect(html).not.toContain('<i>');
    expect(html).toContain('<input type="hidden" name="eye_color" value="blue,green"/>');
    expect(html).toContain('class="only-hydrated"');
  });

  it('post nothing if nothing was chosen', () => {
    expect(render([], false)).not.toContain('<input');
  });

  it('are all rendered for a page without a script', () => {
    const html = render(['blue'], true);
    expect(html).toContain('<i></i>');
    expect(html).not.toContain('<input');
    expect(html).not.toContain('only-hydrated');
  });
});
