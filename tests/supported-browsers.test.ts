import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { supportedBrowsers } from '../scripts/supported-browsers.ts';
import { filesBelow, listScriptUses, listStyleUses } from './support/browser-features.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { newerFeatures } from './supported-browsers.data.ts';

describe('the oldest supported browsers', () => {
  it.skipIf(!pagesAreBuilt)(
    'have all that the built pages and their worker use, except what is listed as newer',
    () => {
      const client = join(pagesFolder, 'client');
      const used = [
        ...filesBelow(client, '.js').flatMap((file) => listScriptUses(readFileSync(file, 'utf8'))),
        ...filesBelow(client, '.css').flatMap((file) => listStyleUses(readFileSync(file, 'utf8'))),
      ];
      // Features that are no longer used also leave the list.
      expect([...new Set(used)].toSorted()).toEqual(Object.keys(newerFeatures).toSorted());
    },
  );

  it('are named in the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const { safari, chrome, firefox } = supportedBrowsers;
    expect(readme).toContain(`Safari ${safari}, Chrome ${chrome} and Firefox ${firefox}`);
  });
});

describe('a script', () => {
  it.each([
    ['URL.canParse(a)', ['URL.canParse']],
    ['const b = () => Response.json(a)', ['Response.json']],
    ['a.isSubsetOf(b)', ['.isSubsetOf()']],
    ['Promise.withResolvers()', ['Promise.withResolvers']],
    ['new CloseWatcher()', ['CloseWatcher']],
    ['document.startViewTransition(a)', ['.startViewTransition()']],
    ['window.scheduler.yield()', ['.yield()', 'window.scheduler']],
  ])('that has %s uses a feature that is too new', (source, uses) => {
    expect(listScriptUses(source)).toEqual(uses);
  });

  it.each([
    'a.startViewTransition?.(b)',
    'typeof CloseWatcher',
    'a.toSorted().at(-1)',
    'const CloseWatcher = a; new CloseWatcher()',
    'class A { static { B(); } } /(?<=a)b/.test(c)',
  ])('that has %s uses nothing too new', (source) => {
    expect(listScriptUses(source)).toEqual([]);
  });

  it.each(['/[a--b]/v', '/(?i:a)/', 'using a = b'])('that has %s has syntax that is too new', (source) => {
    expect(() => listScriptUses(source)).toThrow(SyntaxError);
  });
});

describe('a style sheet', () => {
  it.each([
    ['a { field-sizing: content }', ['field-sizing']],
    ['a { grid-template-columns: subgrid }', ['grid-template-columns: subgrid']],
    ['a { color: light-dark(red, blue) }', ['light-dark()']],
    ['a { & b { color: red } }', ['&']],
    ['@media (scripting: none) { a { color: red } }', ['@media (scripting)']],
    ['a:open { color: red }', [':open']],
    ['a { width: 1rcap; height: 1.5dvh; margin: 2cqw }', ['rcap']],
    ['a { color: rgb(from red r g b / 50%) }', ['rgb(from)']],
    ['@media (width >= 40rem) { a { color: oklch(50% 0.1 20) } }', []],
    ['a:has(b) { -webkit-user-select: none; user-select: none }', []],
  ])('with %s uses %j', (source, uses) => {
    expect(listStyleUses(source)).toEqual(uses);
  });
});
