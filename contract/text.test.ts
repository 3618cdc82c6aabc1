import { describe, expect, it } from 'vitest';

import { countCodePoints, isBlank, previewOf } from './text.ts';

describe('a text', () => {
  it('is counted in code points (MSG-10)', () => {
    expect(countCodePoints('')).toBe(0);
    expect(countCodePoints('Grüße')).toBe(5);
    expect(countCodePoints('🕯🕯')).toBe(2);
    expect(countCodePoints('👩‍👧')).toBe(3);
    expect(countCodePoints('\ud83d')).toBe(1);
  });

  it('is blank when it has only whitespace and invisible characters', () => {
    for (const text of ['', '  \n\t', ' \n\t\u200b\u202e', '\u200b\u200d', '\u202e', '\u00a0'])
      expect(isBlank(text)).toBe(true);
    expect(isBlank(undefined)).toBe(true);
    for (const text of ['a', ' a ', ' . ', '👩‍👩‍👧', '\u202eabc']) expect(isBlank(text)).toBe(false);
  });

  it('is previewed by its first 120 code points', () => {
    expect(previewOf('👍'.repeat(130))).toBe('👍'.repeat(120));
    expect(previewOf('short')).toBe('short');
    expect(previewOf(null)).toBeNull();
  });
});
