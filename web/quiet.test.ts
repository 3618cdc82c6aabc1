import { Script } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { quieten } from './quiet.ts';

const page =
  '<html><head><link rel="modulepreload" href="/assets/base.js" nonce="n"/><link rel="preload" href="/s.json" as="fetch"/>' +
  '<link rel="preload" href="/f.woff2" as="font"/></head><body><p>Hello</p>' +
  '<script nonce="n" type="module" async="">import("/assets/entry.js");</script></body></html>';

describe('a quiet page', () => {
  const quiet = quieten(page, 'n');

  it('loads and runs no program by itself', () => {
    expect(quiet).not.toContain('modulepreload');
    expect(quiet).not.toContain('type="module"');
    expect(quiet).not.toContain('/s.json');
  });

  it('keeps what it reads with, and the program as text', () => {
    expect(quiet).toContain('<link rel="preload" href="/f.woff2" as="font"/>');
    expect(quiet).toContain('<p>Hello</p>');
    expect(quiet).toContain('<script nonce="n" type="text/plain" id="program">import("/assets/entry.js");</script>');
  });

  it('wakes by a script with its nonce, which parses', () => {
    const script = /<script nonce="n">([^]*)<\/script><\/body>/.exec(quiet)?.[1];
    expect(() => new Script(script ?? '(')).not.toThrow();
    expect(script).toContain('"tealight-alive"');
  });
});
