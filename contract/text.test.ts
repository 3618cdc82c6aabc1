import { describe, expect, it } from 'vitest';

import { countCodePoints, isBlank, previewOf } from './text.ts';

const codesOf = (text: string): string => [...text].map((one) => one.codePointAt(0)?.toString(16)).join(' ');

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

  it('is blank when nothing in it leaves ink', () => {
    // Fillers, joiners, spaces and empty letters, as the public lists of invisible characters have them.
    const invisible =
      '0009 000c 0020 00a0 00ad 034f 061c 115f 1160 1680 17b4 17b5 180b 180e 2000 2003 200a 200b 200c 200d 200e 200f ' +
      '2028 2029 202e 202f 205f 2060 2061 2064 2069 206a 206f 2800 3000 3164 fe00 fe0f feff ffa0 fff9 fffc 13441 13442 ' +
      '16fe4 1bca0 1d159 1d173 1d17a e0001 e0020 e007f e0100 e01ef';
    const characters = invisible.split(' ').map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
    const marks = ['\u0301', '\u0489', '\u20e3', '\u0e31', '\u0591', '\u0300'.repeat(80)];
    for (const text of ['', ...characters, ...marks, `\n${characters.join('')} ${marks.join('')}`])
      expect(`${codesOf(text)} ${isBlank(text)}`).toBe(`${codesOf(text)} true`);
    expect(isBlank(undefined)).toBe(true);
  });

  it('is blank with any character that fonts may ignore, and with any mark', () => {
    const seen = everyCharacter.filter((text) => /[\p{Default_Ignorable_Code_Point}\p{M}\p{Z}]/u.test(text));
    expect(seen.length).toBeGreaterThan(6_000);
    expect(seen.filter((text) => !isBlank(text)).map(codesOf)).toEqual([]);
  });

  it('is not blank with any letter, digit, sign or emoji, also with marks or among invisible characters', () => {
    const empty = new Set(['\u2800', '\ufffc', '\u{1d159}', '\u{13441}', '\u{13442}']);
    const seen = everyCharacter.filter(
      (text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !/\p{Default_Ignorable_Code_Point}/u.test(text),
    );
    expect(seen.length).toBeGreaterThan(100_000);
    expect(seen.filter((text) => isBlank(text) && !empty.has(text)).map(codesOf)).toEqual([]);
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

  it('is previewed by its first 120 code points', () => {
    expect(previewOf('👍'.repeat(130))).toBe('👍'.repeat(120));
    expect(previewOf('short')).toBe('short');
    expect(previewOf(null)).toBeNull();
  });
});
