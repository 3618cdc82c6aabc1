import { describe, expect, it } from 'vitest';

import { checkGaps } from './source-gap.ts';

const gap = 'e3c1a1f0-6d0b-4c9e-8a55-0f4f6f0f7a11';

describe('the gaps of a rendered page', () => {
  it('are allowed in the tags of a page that passes on a source', () => {
    const page = `<html data-carried="${gap}"><a href="/signup?a=b&amp;${gap}">Join</a><input value="${gap}"/></html>`;
    expect(() => checkGaps(page, gap, true)).not.toThrow();
    expect(() => checkGaps('<p>Nothing to fill</p>', gap, false)).not.toThrow();
  });

  it.each([
    ['a page without a source', `<a href="/signup?${gap}">Join</a>`, false],
    ['a text', `<a href="/signup?${gap}">Join</a><p>${gap}</p>`, true],
    ['a script', `<script nonce="x">const said = '${gap}';</script>`, true],
  ])('are refused in %s', (_name, page, isCarried) => {
    expect(() => checkGaps(page, gap, isCarried)).toThrow('gap');
  });
});
