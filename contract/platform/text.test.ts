import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { countCodePoints, cutText, isBlank } from './text.ts';

const formatCodes = (text: string): string => [...text].map((one) => one.codePointAt(0)?.toString(16)).join(' ');

const everyCharacter = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

describe('a text', () => {
  it('is counted in code points (MSG-10)', () => {
    expect(countCodePoints('')).toBe(0);
    expect(countCodePoints('Grüße')).toBe(5);
    expect(countCodePoints('🕯🕯')).toBe(2);
    expect(countCodePoints('👩‍👧')).toBe(3);
    expect(countCodePoints('\ud83d')).toBe(1);
  });

  it('is blank if it has only invisible characters and combining marks', () => {
    // Fillers, joiners, spaces and empty letters from public lists of invisible characters.
    const invisible =
      '0009 000c 0020 00a0 00ad 034f 061c 115f 1160 1680 17b4 17b5 180b 180e 2000 2003 200a 200b 200c 200d 200e 200f ' +
      '2028 2029 202e 202f 205f 2060 2061 2064 2069 206a 206f 2800 3000 3164 fe00 fe0f feff ffa0 fff9 fffc 13441 13442 ' +
      '16fe4 1bca0 1d159 1d173 1d17a e0001 e0020 e007f e0100 e01ef';
    const characters = invisible.split(' ').map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
    const marks = ['\u0301', '\u0489', '\u20e3', '\u0e31', '\u0591', '\u0300'.repeat(80)];
    for (const text of ['', ...characters, ...marks, `\n${characters.join('')} ${marks.join('')}`])
      expect(`${formatCodes(text)} ${isBlank(text)}`).toBe(`${formatCodes(text)} true`);
    expect(isBlank(undefined)).toBe(true);
  });

  it('is blank if its only character is a space, a mark or one that fonts may ignore', () => {
    const seen = everyCharacter.filter((text) => /[\p{Default_Ignorable_Code_Point}\p{M}\p{Z}]/u.test(text));
    expect(seen.length).toBeGreaterThan(6_000);
    expect(seen.filter((text) => !isBlank(text)).map(formatCodes)).toEqual([]);
  });

  it('is not blank with any letter, digit, sign or emoji, even among marks and invisible characters', () => {
    const empty = new Set(['\u2800', '\ufffc', '\u{1d159}', '\u{13441}', '\u{13442}']);
    const seen = everyCharacter.filter(
      (text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !/\p{Default_Ignorable_Code_Point}/u.test(text),
    );
    expect(seen.length).toBeGreaterThan(100_000);
    expect(seen.filter((text) => isBlank(text) && !empty.has(text)).map(formatCodes)).toEqual([]);
    for (const text of [
      'a',
      ' a ',
      ' . ',
      '👩‍👩‍👧',
      '❤\ufe0f',
      '🇳🇱',
      '3\ufe0f\u20e3',
      'e\u0301',
      'ก็',
      'שָׁ',
      '\u202eabc',
      '\u2800x',
    ])
      expect(isBlank(text)).toBe(false);
  });

  it('is cut between the characters that a reader sees, and never within one', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(cutText('x'.repeat(117) + family, 120)).toBe('x'.repeat(117));
    expect(cutText(`${'x'.repeat(117)}ab${family}`, 120)).toBe(`${'x'.repeat(117)}ab`);
    for (const whole of ['é'.normalize('NFD'), '👍🏽', '🇳🇱', '3️⃣', '❤️', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', 'ก็', 'กำ', 'क्षि', '한', '\r\n'])
      for (let length = 1; length < countCodePoints(whole); length += 1) {
        const text = `${'x'.repeat(9)}${whole}y`;
        expect([whole, cutText(text, 9 + length)]).toEqual([whole, 'x'.repeat(9)]);
        expect(cutText(text, 9 + countCodePoints(whole))).toBe(`${'x'.repeat(9)}${whole}`);
      }
    expect(cutText('🇳🇱🇩🇪🇫🇷', 5)).toBe('🇳🇱🇩🇪');
    // No language writes so many marks, so the text is cut anyway.
    expect(cutText(`a${'\u0301'.repeat(200)}`, 120)).toHaveLength(120);
    expect(cutText('a'.repeat(5), 5)).toBe('a'.repeat(5));
  });

  it('is cut at a grapheme boundary of Intl.Segmenter for any mix of characters', () => {
    const parts = 'a é e\u0301 👍🏽 👩‍👩‍👧 🇳🇱 🇩 3️⃣ ❤️ ก็ กำ क्षि த 한 \u1112\u1161\u11ab שָׁ مُ . 🏴󠁧󠁢󠁷󠁬󠁳󠁿 \u200d 👩 🏽 \u0301 \n'.split(
      ' ',
    );
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), fc.nat(40), (chosen, most) => {
        const text = chosen.join('');
        const cut = cutText(text, most + 1);
        const ends = [...segmenter.segment(text)].map(({ index, segment }) => index + segment.length);
        const first = ends[0] ?? 0;
        expect(countCodePoints(cut)).toBeLessThanOrEqual(most + 1);
        // A first character with more code points than that is cut anyway.
        if (cut.length > first || countCodePoints(text.slice(0, first)) <= most + 1)
          expect([0, ...ends]).toContain(cut.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
