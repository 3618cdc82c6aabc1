import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitLinks } from './linked-text.tsx';

const links = (text: string): (string | null)[] =>
  splitLinks(text)
    .filter((piece) => piece.href !== null)
    .map((piece) => piece.text);

describe('links in a message', () => {
  it('are http, https and mailto addresses', () => {
    expect(links('see https://example.org/a?b=1#c and http://example.org, or mailto:me@example.org')).toEqual([
      'https://example.org/a?b=1#c',
      'http://example.org',
      'mailto:me@example.org',
    ]);
  });

  it('are neither other schemes, nor incomplete addresses, nor ones that hide where they lead behind a name', () => {
    const texts = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'www.example.org'];
    expect([...texts, 'https://', 'https://bank.example@evil.example/'].flatMap(links)).toEqual([]);
  });

  it('leave out punctuation that ends a sentence', () => {
    expect(links('(https://example.org/a), "https://example.org/b". https://example.org/c!')).toEqual([
      'https://example.org/a',
      'https://example.org/b',
      'https://example.org/c',
    ]);
    expect(links('https://example.org/Tea_(drink)')).toEqual(['https://example.org/Tea_(drink)']);
  });

  it('yield the original text when joined, whatever was written (MSG-10)', () => {
    const parts = ['https://', 'example.org', ' ', 'mailto:', '@', '(', ').', '\u202e', '👩‍👧', '\n', '<b>'];
    const bits = fc.constantFrom(...parts);
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(bits).map((some) => some.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const pieces = splitLinks(text);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        for (const { href } of pieces) expect(href === null || /^(https?|mailto):/.test(href)).toBe(true);
      }),
    );
  });
});
