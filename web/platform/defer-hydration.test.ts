import { Script } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { deferHydration } from './defer-hydration.ts';

const page =
  '<html><head><link rel="modulepreload" href="/assets/base.js" nonce="n"/><link rel="preload" href="/s.json" as="fetch"/>' +
  '<link rel="preload" href="/f.woff2" as="font"/></head><body><p>Hello</p>' +
  '<script nonce="n" type="module" async="">import("/assets/entry.js");</script></body></html>';

describe('a page with deferred hydration', () => {
  const html = deferHydration(page, 'n');

  it('loads and runs no script by itself', () => {
    expect(html).not.toContain('modulepreload');
    expect(html).not.toContain('type="module"');
    expect(html).not.toContain('/s.json');
  });

  it('keeps its fonts and content, and the script as inert text', () => {
    expect(html).toContain('<link rel="preload" href="/f.woff2" as="font"/>');
    expect(html).toContain('<p>Hello</p>');
    expect(html).toContain('<script nonce="n" type="text/plain" id="program">import("/assets/entry.js");</script>');
  });

  it('is hydrated by an inline script that has the nonce and parses', () => {
    const script = /<script nonce="n">([^]*)<\/script><\/body>/.exec(html)?.[1];
    expect(() => new Script(script ?? '(')).not.toThrow();
    expect(script).toContain('"tealight-hydrated"');
  });
});
